import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/**
 * The JDK's own web server: java Hello PORT stock|equal. "stock" names the body's type, as its benchmarks do; "equal"
 * sends no field that the other server doesn't send. Names of fields and their order are the JDK's.
 */
public final class Hello {
  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(args[0]);
    boolean stock = args[1].equals("stock");
    byte[] body = "Hello, World!".getBytes(StandardCharsets.US_ASCII);
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 4096);
    server.createContext("/", exchange -> {
      if (stock) {
        exchange.getResponseHeaders().set("Content-Type", "text/plain");
      }
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
    server.setExecutor(Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors() * 2));
    server.start();
  }
}
