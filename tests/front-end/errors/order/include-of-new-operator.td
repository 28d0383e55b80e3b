include !instances<A>()
