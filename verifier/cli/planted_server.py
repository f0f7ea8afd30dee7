"""A server that a test plants: it says what it is told to say."""
import socket
import threading


class PlantedServer:
    """Accepts on a thread of its own, and reads the requests (without bodies) of each connection on another."""

    def __init__(self, listening):
        self.socket, self.open = listening, []
        threading.Thread(target=self.accept, daemon=True).start()

    def wants(self, peer):
        """Whether a connection from `peer` is served; else it stays open, unread."""
        return True

    def on_request(self, connection):
        """Answers one request. False: the connection is over."""
        raise NotImplementedError

    def on_head(self, connection, head):
        """Answers one request by its head, without the empty line."""
        return self.on_request(connection)

    def accept(self):
        while True:
            try:
                connection, peer = self.socket.accept()
            except OSError:
                return
            self.open.append(connection)
            if self.wants(peer):
                threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        received = b""
        try:
            while data := connection.recv(65536):
                received += data
                while b"\r\n\r\n" in received:
                    head, received = received.split(b"\r\n\r\n", 1)
                    if not self.on_head(connection, head):
                        return
        except OSError:
            pass

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)  # closing alone leaves it listening as long as a thread accepts
        except OSError:
            pass  # closed before
        self.socket.close()
        for connection in self.open:
            connection.close()
