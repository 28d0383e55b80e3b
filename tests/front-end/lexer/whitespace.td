// Tabs, carriage returns and form of white space.
def	a	{
	int	x	=	1	;
}
