//===- Broken.td - What a mistake looks like ------------------------------===//

class Register<string name> {
	string Name = name;
	int Size = 32
}

def R0 : Register<"r0">;
def R1 : Register<"r1";
