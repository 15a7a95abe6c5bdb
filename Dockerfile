# An image with hlcov, gcc and make, to build and test a project in: docker build -t hlcov . in a checkout, then
# docker run --rm -v "$PWD:/project" hlcov make CC="hlcov cc gcc" test. The first stage makes the Debian package.
FROM debian:12-slim AS build
WORKDIR /source
COPY . .
RUN apt-get update && \
    apt-get install -y --no-install-recommends autoconf automake binutils debhelper dpkg-dev gcc libc6-dev \
        libclang-14-dev libcmark-dev libdw-dev libelf-dev libglib2.0-dev libjansson-dev libsqlite3-dev libunwind-dev \
        libxml2-dev libz3-dev libzstd-dev make pkgconf
RUN [ -x configure ] || autoreconf -i
RUN DEB_BUILD_OPTIONS=noautodbgsym dpkg-buildpackage -us -uc -b
RUN mkdir -p /packages && cp ../hlcov_*.deb /packages/hlcov.deb

FROM debian:12-slim
COPY --from=build /packages/hlcov.deb /packages/hlcov.deb
RUN apt-get update && \
    apt-get install -y --no-install-recommends /packages/hlcov.deb gcc git libc6-dev libunwind8 make && \
    rm -rf /packages /var/lib/apt/lists/*
WORKDIR /project
CMD ["hlcov", "--help"]
