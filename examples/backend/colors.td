class Color<list<int> parts> {
  list<int> Parts = parts;
  Color Alias = ?;
}

def Red : Color<[255, 0, 0]>;
def Gray : Color<[128, 128, 128]>;
def Silver : Color<[192, 192, 192]> {
  let Alias = Gray;
}
