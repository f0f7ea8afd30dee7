//! hyper 0.14: hyper_hello PORT stock|equal. "equal" writes the names of fields as the other server does, as far as
//! hyper can: each word with a capital. Their order is hyper's.
use hyper::service::{make_service_fn, service_fn};
use hyper::{Body, Request, Response, Server};
use std::convert::Infallible;
use std::net::SocketAddr;

async fn hello(_: Request<Body>) -> Result<Response<Body>, Infallible> {
    Ok(Response::new(Body::from("Hello, World!")))
}

#[tokio::main]
async fn main() {
    let words: Vec<String> = std::env::args().collect();
    let port: u16 = words[1].parse().expect("a port");
    let equal = words[2] == "equal";
    let service = make_service_fn(|_| async { Ok::<_, Infallible>(service_fn(hello)) });
    let server = Server::bind(&SocketAddr::from(([127, 0, 0, 1], port)))
        .tcp_nodelay(true)
        .http1_title_case_headers(equal)
        .serve(service);
    server.await.expect("hyper ended");
}
