import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Comment;
import org.jsoup.nodes.DocumentType;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.nodes.DataNode;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeTraversor;
import org.jsoup.select.NodeVisitor;

/**
 * jsoup behind httparity's frames (fuzz/html/frames.h): an example of an adapter on the JVM that answers with dumps.
 * Its limits: jsoup knows no namespaces, no template contents and no scripting flag, so that trees with foreign content
 * or templates differ from the standard's throughout; contexts are HTML elements.
 */
public final class Adapter {
  private static final int OK = 0;
  private static final int PANIC = 2;

  private static String dump(List<? extends Node> nodes) {
    StringBuilder out = new StringBuilder();
    NodeVisitor visitor = new NodeVisitor() {
      @Override public void head(Node node, int depth) { line(out, node, depth); }
      @Override public void tail(Node node, int depth) {}
    };
    for (Node node : nodes) NodeTraversor.traverse(visitor, node);
    return out.toString();
  }

  private static void line(StringBuilder out, Node node, int depth) {
    String begin = "| " + "  ".repeat(depth);
    if (node instanceof DocumentType) {
      DocumentType type = (DocumentType) node;
      String ids = type.publicId().isEmpty() && type.systemId().isEmpty()
          ? "" : " \"" + type.publicId() + "\" \"" + type.systemId() + "\"";
      out.append(begin).append("<!DOCTYPE ").append(type.name()).append(ids).append(">\n");
    } else if (node instanceof Comment) {
      out.append(begin).append("<!-- ").append(((Comment) node).getData()).append(" -->\n");
    } else if (node instanceof TextNode) {
      out.append(begin).append('"').append(((TextNode) node).getWholeText()).append("\"\n");
    } else if (node instanceof DataNode) {
      out.append(begin).append('"').append(((DataNode) node).getWholeData()).append("\"\n");
    } else if (node instanceof Element) {
      out.append(begin).append('<').append(((Element) node).tagName()).append(">\n");
      List<Attribute> attributes = node.attributes().asList().stream()
          .sorted(Comparator.comparing(Attribute::getKey)).collect(Collectors.toList());
      for (Attribute attribute : attributes) {
        out.append(begin).append("  ").append(attribute.getKey()).append("=\"").append(attribute.getValue()).append("\"\n");
      }
    }
  }

  private static String parse(String data, String context) {
    if (context.isEmpty()) {
      Document document = Jsoup.parse(data, "", Parser.htmlParser());
      return dump(document.childNodes());
    }
    return dump(Parser.parseFragment(data, new Element(context), ""));
  }

  private static void send(OutputStream out, int count, byte[] body) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    out.write(header.putInt(body.length).putInt(count).array());
    out.write(body);
    out.flush();
  }

  public static void main(String[] words) throws IOException {
    DataInputStream in = new DataInputStream(System.in);
    OutputStream out = System.out;
    String hello = "{\"name\": \"jsoup\", \"version\": \"1.15.3\", \"answer\": \"dump\", \"can\": [\"fragment\"]}";
    send(out, 0, hello.getBytes(StandardCharsets.UTF_8));
    byte[] header = new byte[8];
    while (true) {
      try {
        in.readFully(header);
      } catch (EOFException end) {
        return;
      }
      ByteBuffer numbers = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
      byte[] body = new byte[numbers.getInt()];
      int count = numbers.getInt();
      in.readFully(body);
      ByteBuffer rest = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
      java.io.ByteArrayOutputStream replies = new java.io.ByteArrayOutputStream();
      for (int i = 0; i < count; ++i) {
        byte[] data = new byte[rest.getInt()];
        rest.getShort();  // mode and flags: there is one mode here
        byte[] context = new byte[rest.getShort() & 0xffff];
        rest.get(context);
        rest.get(data);
        int status = OK;
        byte[] answer;
        try {
          answer = parse(new String(data, StandardCharsets.UTF_8), new String(context, StandardCharsets.UTF_8))
              .getBytes(StandardCharsets.UTF_8);
        } catch (RuntimeException | StackOverflowError error) {
          status = PANIC;
          answer = error.toString().getBytes(StandardCharsets.UTF_8);
        }
        replies.write(ByteBuffer.allocate(5).order(ByteOrder.LITTLE_ENDIAN).putInt(answer.length).put((byte) status).array());
        replies.write(answer);
      }
      send(out, count, replies.toByteArray());
    }
  }
}
