"""Which addresses messages are sent to."""

from ipaddress import ip_address

import pytest

from webhooks.refusals import WebhookUrlRefused
from webhooks.targets import (
    AddressNotPublic,
    WebhookTarget,
    is_public,
    parse_target,
    resolve_target,
)

PRIVATE = [
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",  # carrier-grade NAT
    "100.100.100.200",  # the metadata of Alibaba's cloud
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",  # the platform service of Azure
    "169.254.169.254",  # the metadata of most clouds
    "169.254.170.2",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",  # the metadata of Oracle's cloud
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "100::1",
    "2001:db8::1",
    "2001:0:7f00:1::",
    "2002:7f00:1::",
    "2002:a00:1::",
    "fc00::1",
    "fd00:ec2::254",  # the metadata of Amazon's cloud
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
]
PUBLIC = ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "64:ff9b::101:101"]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_with_one_private_address_is_not_connected_to(address: str) -> None:
    target = WebhookTarget("hooks.example.org", 443, "/", is_tls=True)
    with pytest.raises(AddressNotPublic):
        resolve_target(target, lambda _host, _port: ["1.1.1.1", address])


def test_a_name_without_addresses_is_not_connected_to() -> None:
    target = WebhookTarget("hooks.example.org", 443, "/", is_tls=True)
    with pytest.raises(AddressNotPublic):
        resolve_target(target, lambda _host, _port: [])


def test_the_development_setting_reaches_no_other_machine() -> None:
    target = parse_target("http://localhost:8000/x", allows_loopback=True)
    with pytest.raises(AddressNotPublic):
        resolve_target(target, lambda _host, _port: ["10.0.0.1"])
    with pytest.raises(AddressNotPublic):
        resolve_target(target, lambda _host, _port: ["1.1.1.1"])
    assert resolve_target(target, lambda _host, _port: ["127.0.0.1"]) == ["127.0.0.1"]


def test_a_url_becomes_a_target() -> None:
    target = parse_target("https://hooks.example.org/a/b?c=d")
    assert target == WebhookTarget("hooks.example.org", 443, "/a/b?c=d", is_tls=True)
    assert parse_target("https://hooks.example.org:443").path == "/"
    assert parse_target("https://[2606:4700:4700::1111]/").host == "2606:4700:4700::1111"


REFUSED = {
    "": "webhook_url_invalid",
    "hooks.example.org": "webhook_url_invalid",
    "http://hooks.example.org/": "webhook_url_needs_https",
    "http://127.0.0.1:8000/": "webhook_url_needs_https",
    "ftp://hooks.example.org/": "webhook_url_needs_https",
    "file:///etc/passwd": "webhook_url_invalid",
    "https://hooks.example.org:8443/": "webhook_url_needs_port",
    "https://hooks.example.org:22/": "webhook_url_needs_port",
    "https://hooks.example.org:99999/": "webhook_url_invalid",
    "https://user:word@hooks.example.org/": "webhook_url_invalid",
    "https://hooks.example.org/#part": "webhook_url_invalid",
    "https://hooks.example.org/a b": "webhook_url_invalid",
    "https://hooks.example.org/\r\nX: y": "webhook_url_invalid",
    "https://hooks.example.org\\@127.0.0.1/": "webhook_url_invalid",
    "https://hooks.exämple.org/": "webhook_url_invalid",
    "https://localhost/": "webhook_url_invalid",
    "https://db/": "webhook_url_invalid",
    "https://2130706433/": "webhook_url_invalid",
    "https://0x7f.1/": "webhook_url_invalid",
    "https://127.1/": "webhook_url_invalid",
    "https://-a.example.org/": "webhook_url_invalid",
    "https://127.0.0.1/": "webhook_url_not_public",
    "https://169.254.169.254/latest/": "webhook_url_not_public",
    "https://[::1]/": "webhook_url_not_public",
    "https://[::ffff:10.0.0.1]/": "webhook_url_not_public",
    "https://hooks.example.org/" + 500 * "x": "webhook_url_too_long",
}


@pytest.mark.parametrize(("url", "code"), REFUSED.items())
def test_other_urls_are_refused(url: str, code: str) -> None:
    with pytest.raises(WebhookUrlRefused) as refusal:
        parse_target(url)
    assert refusal.value.code == code


def test_the_development_setting_allows_plain_http_to_this_machine_only() -> None:
    assert not parse_target("http://127.0.0.1:8000/", allows_loopback=True).is_tls
    assert not parse_target("http://localhost:8000/", allows_loopback=True).is_tls
    for url in ("http://10.0.0.1/", "http://hooks.example.org/", "https://127.0.0.1/"):
        with pytest.raises(WebhookUrlRefused):
            parse_target(url, allows_loopback=True)
