# One page that needs nothing else: every element closed, no address, no script; a drawing for each graph, bits on edges.
ln -s "$WAI_SOURCE/corpus" corpus
whg-bounds "corpus/real/hyper" --capability wai.neural.int_hyper --html page.html
python3 - <<'TEXT'
import html.parser

class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.count = [], {}

    def handle_starttag(self, tag, attrs):
        self.count[tag] = self.count.get(tag, 0) + 1
        assert tag not in ("script", "link", "img", "iframe"), tag
        assert not any(name in ("src", "href", "xlink:href") for name, _ in attrs), attrs
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.count[tag] = self.count.get(tag, 0) + 1

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

text = open("page.html", encoding="ascii").read()
page = Page()
page.feed(text)
assert page.open == [] and "http" not in text
nodes = page.count["tr"] - 1
assert page.count["rect"] == nodes + 2, "a box for each node, and one a graph for the inputs"
assert page.count["path"] == nodes, "an edge for each operand; every operator here has one"
assert text.count(" bits</text>") == nodes
print(page.count["svg"], text[text.index("<h2>"):].count("<h2>"))
TEXT
whg-bounds "corpus/real/splat" --capability wai.splat.int_codec --html - | head -n 1
