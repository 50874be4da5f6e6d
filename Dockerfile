# The command in an image of its own: docker build -t debulha . && docker run --rm -i debulha extract --markdown < page.html
FROM rust:1.95-slim-trixie AS build
WORKDIR /src
COPY . .
RUN cargo build --locked --profile dist --package debulha-cli

FROM gcr.io/distroless/cc-debian13:nonroot
COPY --from=build /src/target/dist/debulha /usr/local/bin/debulha
COPY LICENSE-MIT LICENSE-APACHE README.md /usr/share/doc/debulha/
COPY crates/debulha-core/src/features/stop_words/LICENSE /usr/share/doc/debulha/LICENSE-STOP-WORDS
COPY crates/debulha-studio/web/vendor/LICENSE /usr/share/doc/debulha/LICENSE-LIT
WORKDIR /work
# The user `nonroot` of the image.
USER 65532:65532
ENTRYPOINT ["/usr/local/bin/debulha"]
CMD ["--help"]
