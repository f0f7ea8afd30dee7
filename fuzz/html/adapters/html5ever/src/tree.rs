//! A tree in one vector, built by html5ever's tree builder. Nodes are never freed before the tree is.

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{expanded_name, local_name, namespace_url, ns, Attribute, ExpandedName, QualName};
use std::borrow::Cow;

pub type Id = usize;
const NONE: Id = usize::MAX;

pub enum Data {
    Document,
    Doctype(StrTendril, StrTendril, StrTendril),
    Text(StrTendril),
    Comment(StrTendril),
    Pi(StrTendril, StrTendril),
    /// `contents` is the root of a template's contents, else NONE.
    Element { name: QualName, attrs: Vec<Attribute>, contents: Id, integration_point: bool },
}

struct Node {
    data: Data,
    parent: Id,
    prev: Id,
    next: Id,
    first: Id,
    last: Id,
}

pub struct Tree {
    nodes: Vec<Node>,
}

fn some(id: Id) -> Option<Id> {
    if id == NONE { None } else { Some(id) }
}

impl Tree {
    pub fn new() -> Tree {
        let mut tree = Tree { nodes: Vec::with_capacity(32) };
        tree.add(Data::Document);
        tree
    }

    pub const DOCUMENT: Id = 0;

    pub fn data(&self, id: Id) -> &Data { &self.nodes[id].data }
    pub fn first_child(&self, id: Id) -> Option<Id> { some(self.nodes[id].first) }
    /// NONE for the document and for what is detached.
    pub fn parent(&self, id: Id) -> Id { self.nodes[id].parent }
    pub fn next_sibling(&self, id: Id) -> Option<Id> { some(self.nodes[id].next) }
    pub fn contents(&self, id: Id) -> Option<Id> {
        match self.nodes[id].data {
            Data::Element { contents, .. } => some(contents),
            _ => None,
        }
    }

    fn add(&mut self, data: Data) -> Id {
        self.nodes.push(Node { data, parent: NONE, prev: NONE, next: NONE, first: NONE, last: NONE });
        self.nodes.len() - 1
    }

    fn detach(&mut self, id: Id) {
        let (parent, prev, next) = (self.nodes[id].parent, self.nodes[id].prev, self.nodes[id].next);
        if parent == NONE {
            return;
        }
        if prev == NONE { self.nodes[parent].first = next } else { self.nodes[prev].next = next }
        if next == NONE { self.nodes[parent].last = prev } else { self.nodes[next].prev = prev }
        let node = &mut self.nodes[id];
        node.parent = NONE;
        node.prev = NONE;
        node.next = NONE;
    }

    /// Links a detached node under `parent`, before `next` (NONE: at the end).
    fn link(&mut self, parent: Id, id: Id, next: Id) {
        let prev = if next == NONE { self.nodes[parent].last } else { self.nodes[next].prev };
        let node = &mut self.nodes[id];
        node.parent = parent;
        node.prev = prev;
        node.next = next;
        if prev == NONE { self.nodes[parent].first = id } else { self.nodes[prev].next = id }
        if next == NONE { self.nodes[parent].last = id } else { self.nodes[next].prev = id }
    }

    /// Appends to the text node `id`; false where it is none.
    fn extend_text(&mut self, id: Id, more: &StrTendril) -> bool {
        if id == NONE {
            return false;
        }
        match self.nodes[id].data {
            Data::Text(ref mut text) => {
                text.push_tendril(more);
                true
            },
            _ => false,
        }
    }

    fn insert(&mut self, parent: Id, child: NodeOrText<Id>, next: Id) {
        match child {
            NodeOrText::AppendText(text) => {
                let prev = if next == NONE { self.nodes[parent].last } else { self.nodes[next].prev };
                if !self.extend_text(prev, &text) {
                    let id = self.add(Data::Text(text));
                    self.link(parent, id, next);
                }
            },
            NodeOrText::AppendNode(id) => {
                self.detach(id);
                self.link(parent, id, next);
            },
        }
    }
}

impl TreeSink for Tree {
    type Handle = Id;
    type Output = Tree;

    fn finish(self) -> Tree { self }
    fn parse_error(&mut self, _: Cow<'static, str>) {}
    fn get_document(&mut self) -> Id { Tree::DOCUMENT }
    fn set_quirks_mode(&mut self, _: QuirksMode) {}
    fn same_node(&self, x: &Id, y: &Id) -> bool { x == y }

    fn elem_name<'a>(&'a self, target: &'a Id) -> ExpandedName<'a> {
        match self.nodes[*target].data {
            Data::Element { ref name, .. } => name.expanded(),
            _ => panic!("the tree builder asked a node that is no element for its name"),
        }
    }

    fn create_element(&mut self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Id {
        let contents = if flags.template { self.add(Data::Document) } else { NONE };
        debug_assert!(!flags.template || name.expanded() == expanded_name!(html "template"));
        let integration_point = flags.mathml_annotation_xml_integration_point;
        self.add(Data::Element { name, attrs, contents, integration_point })
    }

    fn create_comment(&mut self, text: StrTendril) -> Id { self.add(Data::Comment(text)) }
    fn create_pi(&mut self, target: StrTendril, data: StrTendril) -> Id { self.add(Data::Pi(target, data)) }

    fn append(&mut self, parent: &Id, child: NodeOrText<Id>) { self.insert(*parent, child, NONE) }

    fn append_before_sibling(&mut self, sibling: &Id, child: NodeOrText<Id>) {
        // A node may be moved from right before the sibling: detach it before its place is looked up.
        if let NodeOrText::AppendNode(id) = child {
            self.detach(id);
        }
        let parent = self.nodes[*sibling].parent;
        self.insert(parent, child, *sibling)
    }

    fn append_based_on_parent_node(&mut self, element: &Id, prev_element: &Id, child: NodeOrText<Id>) {
        if self.nodes[*element].parent == NONE {
            self.append(prev_element, child)
        } else {
            self.append_before_sibling(element, child)
        }
    }

    fn append_doctype_to_document(&mut self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        let id = self.add(Data::Doctype(name, public_id, system_id));
        self.link(Tree::DOCUMENT, id, NONE);
    }

    fn get_template_contents(&mut self, target: &Id) -> Id {
        self.contents(*target).expect("the tree builder asked an element that is no template for its contents")
    }

    fn add_attrs_if_missing(&mut self, target: &Id, more: Vec<Attribute>) {
        if let Data::Element { ref mut attrs, .. } = self.nodes[*target].data {
            for attr in more {
                if !attrs.iter().any(|present| present.name == attr.name) {
                    attrs.push(attr);
                }
            }
        }
    }

    fn remove_from_parent(&mut self, target: &Id) { self.detach(*target) }

    fn reparent_children(&mut self, node: &Id, new_parent: &Id) {
        while let Some(child) = self.first_child(*node) {
            self.detach(child);
            self.link(*new_parent, child, NONE);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, target: &Id) -> bool {
        match self.nodes[*target].data {
            Data::Element { integration_point, .. } => integration_point,
            _ => false,
        }
    }
}
