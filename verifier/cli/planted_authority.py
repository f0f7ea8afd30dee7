"""An authority of a test's own, and the certificates that it signs; made by openssl."""
import subprocess

AUTHORITY = "basicConstraints=critical,CA:TRUE"
LEAF = "subjectAltName=IP:127.0.0.1,DNS:localhost"


class Authority:
    """A root, as files in `folder`; each certificate is NAME.pem there, with its key in NAME.key."""

    def __init__(self, folder):
        self.folder = folder
        self.root = self.make("root", AUTHORITY, None)

    def make(self, name, extension=LEAF, issuer="root"):
        key, request, certificate = (self.folder / (name + end) for end in (".key", ".csr", ".pem"))
        extensions = self.folder / (name + ".ext")
        extensions.write_text(extension + "\n")
        self.openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
                     "-subj", "/CN=httparity test " + name, "-out", request)
        signed = ["-signkey", key]
        if issuer is not None:
            signed = ["-CA", self.folder / (issuer + ".pem"), "-CAkey", self.folder / (issuer + ".key"), "-CAcreateserial"]
        self.openssl("x509", "-req", "-in", request, *signed, "-days", "2", "-extfile", extensions, "-out", certificate)
        return certificate

    @staticmethod
    def openssl(*words):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, timeout=60)
