//! html5ever behind httparity's C interface for HTML parsers (adapter_abi.h).

mod abi;
mod tree;

use abi::{Bytes, Case, Sink};
use html5ever::interface::QuirksMode;
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::driver::parse_fragment_for_element;
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::{create_element, TreeBuilderOpts};
use html5ever::{expanded_name, local_name, namespace_url, ns, LocalName, Namespace, ParseOpts, Parser, QualName};
use std::ffi::CStr;
use std::os::raw::{c_char, c_int, c_void};
use std::panic::{catch_unwind, AssertUnwindSafe};
use tree::{Data, Id, Tree};

fn namespace(which: c_int) -> Namespace {
    match which {
        1 => ns!(svg),
        2 => ns!(mathml),
        _ => ns!(html),
    }
}

fn element_namespace(name: &QualName) -> c_int {
    if name.ns == ns!(html) {
        0
    } else if name.ns == ns!(svg) {
        1
    } else {
        2
    }
}

fn attribute_namespace(name: &QualName) -> c_int {
    if name.ns == ns!() {
        0
    } else if name.ns == ns!(xlink) {
        1
    } else if name.ns == ns!(xml) {
        2
    } else {
        3
    }
}

/// Feeds the input in the chunks that the case asks for; a cut inside a character moves to its end.
fn feed(mut parser: Parser<Tree>, text: &str, splits: &[usize]) -> Tree {
    let mut begin = 0;
    for &split in splits {
        let mut end = split.min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        if end > begin {
            parser.process(StrTendril::from_slice(&text[begin..end]));
            begin = end;
        }
    }
    parser.process(StrTendril::from_slice(&text[begin..]));
    parser.finish()
}

/// Tells the node's start; what follows (contents, children, end) is the caller's.
fn tell_start(tree: &Tree, id: Id, sink: &Sink) {
    let this = sink.this;
    match *tree.data(id) {
        Data::Document => {},
        Data::Doctype(ref name, ref public_id, ref system_id) => {
            (sink.doctype)(this, Bytes::of(name), Bytes::of(public_id), Bytes::of(system_id))
        },
        Data::Text(ref text) => (sink.text)(this, Bytes::of(text)),
        Data::Comment(ref text) => (sink.comment)(this, Bytes::of(text)),
        Data::Pi(ref target, ref data) => (sink.pi)(this, Bytes::of(target), Bytes::of(data)),
        Data::Element { ref name, ref attrs, .. } => {
            (sink.start)(this, element_namespace(name), Bytes::of(&name.local));
            for attr in attrs {
                (sink.attribute)(this, attribute_namespace(&attr.name), Bytes::of(&attr.name.local), Bytes::of(&attr.value));
            }
        },
    }
}

/// Tells the children of `root` in document order. Trees may be as deep as the input is long: no recursion, and a stack
/// for templates alone, whose contents hang under a root of their own.
fn tell_children(tree: &Tree, mut root: Id, sink: &Sink) {
    let mut templates: Vec<(Id, Id)> = Vec::new();
    let mut next = tree.first_child(root);
    'nodes: while let Some(id) = next {
        tell_start(tree, id, sink);
        if let Some(contents) = tree.contents(id) {
            (sink.template_begin)(sink.this);
            templates.push((id, root));
            root = contents;
            next = tree.first_child(contents);
            if next.is_some() {
                continue;
            }
        } else {
            next = tree.first_child(id);
            if next.is_some() {
                continue;
            }
        }
        // Up to the next node that has a sibling; what is passed has ended.
        let mut done = if tree.contents(id).is_some() { root } else { id };
        loop {
            if done == root {
                let (template, outer) = match templates.pop() {
                    None => return,
                    Some(both) => both,
                };
                (sink.template_end)(sink.this);
                root = outer;
                done = template;
                next = tree.first_child(template);
                if next.is_some() {
                    continue 'nodes;
                }
            }
            if let Data::Element { .. } = *tree.data(done) {
                (sink.end)(sink.this);
            }
            next = tree.next_sibling(done);
            if next.is_some() {
                continue 'nodes;
            }
            done = tree.parent(done);
        }
    }
}

fn run(case: &Case, sink: &Sink, tells: bool) -> c_int {
    // SAFETY: the host promises that the pointers of a case hold for the length of the call.
    let (data, name, splits) = unsafe {
        let splits: &[usize] =
            if case.split_count == 0 { &[] } else { std::slice::from_raw_parts(case.splits, case.split_count) };
        (case.data.as_slice(), case.context_name.as_slice(), splits)
    };
    let (text, name) = match (std::str::from_utf8(data), std::str::from_utf8(name)) {
        (Ok(text), Ok(name)) => (text, name),
        _ => return abi::UNSUPPORTED,
    };
    let opts = ParseOpts {
        // The host drops the byte order mark; a second one is text.
        tokenizer: TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() },
        tree_builder: TreeBuilderOpts {
            scripting_enabled: case.scripting != 0,
            quirks_mode: if case.quirks != 0 { QuirksMode::Quirks } else { QuirksMode::NoQuirks },
            ..TreeBuilderOpts::default()
        },
    };
    if name.is_empty() {
        let tree = feed(html5ever::parse_document(Tree::new(), opts), text, splits);
        if tells {
            tell_children(&tree, Tree::DOCUMENT, sink);
        }
    } else {
        let name = QualName::new(None, namespace(case.context_namespace), LocalName::from(name));
        let mut tree = Tree::new();
        let is_form = name.expanded() == expanded_name!(html "form");
        let context = create_element(&mut tree, name, Vec::new());
        // The form element pointer is the nearest form from the context up (WHATWG HTML, 13.4, step 12 onwards).
        let form = if is_form { Some(context) } else { None };
        let tree = feed(parse_fragment_for_element(tree, opts, context, form), text, splits);
        // The fragment is what the root element <html> holds.
        match tree.first_child(Tree::DOCUMENT) {
            Some(root) if tells => tell_children(&tree, root, sink),
            _ => {},
        }
    }
    abi::OK
}

#[no_mangle]
pub extern "C" fn hp_html_abi() -> c_int {
    abi::ABI
}

#[no_mangle]
pub extern "C" fn hp_html_info() -> *const c_char {
    const INFO: &str = concat!(
        r#"{"name": "html5ever", "version": "0.26.0", "answer": "tree", "#,
        r#""can": ["fragment", "foreign-fragment", "scripting", "quirks-fragment", "splits"]}"#,
        "\0"
    );
    INFO.as_ptr() as *const c_char
}

/// A parser has no state but its options.
struct State {
    /// Not with the option "untold": a benchmark that asks what parsing alone costs.
    tells: bool,
}

/// # Safety
/// `options` is a C string.
#[no_mangle]
pub unsafe extern "C" fn hp_html_open(options: *const c_char) -> *mut c_void {
    let tells = match CStr::from_ptr(options).to_bytes() {
        b"" => true,
        b"untold" => false,
        _ => return std::ptr::null_mut(),
    };
    // Panics are an answer, not a message on the host's terminal.
    std::panic::set_hook(Box::new(|_| {}));
    Box::into_raw(Box::new(State { tells })) as *mut c_void
}

/// # Safety
/// `parser` is of hp_html_open; `case` and `sink` are valid for the length of the call, as adapter_abi.h says.
#[no_mangle]
pub unsafe extern "C" fn hp_html_run(parser: *mut c_void, case: *const Case, sink: *const Sink) -> c_int {
    let tells = (*(parser as *const State)).tells;
    catch_unwind(AssertUnwindSafe(|| run(&*case, &*sink, tells))).unwrap_or(abi::PANIC)
}

/// # Safety
/// `parser` is of hp_html_open, and is used no more.
#[no_mangle]
pub unsafe extern "C" fn hp_html_close(parser: *mut c_void) {
    drop(Box::from_raw(parser as *mut State));
}
