"""Push messages in the browser of the tests.

Without a network it reaches no push service, and it has neither a centre in which notices are shown nor signs of apps.
So it subscribes at a push service of the tests with keys of the tests. What the server sends there is decrypted as a
browser does it, and handed to the service worker by the browser's own tools. What the worker shows is kept in a list.
"""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, Worker

from tests.browser.at_table import wait_until
from tests.server.receivers import Receiver, Subscription

SUBSCRIBING = """given => {
  const subscription = { endpoint: given.address, unsubscribe: async () => { here = null; return true; },
    toJSON: () => ({ endpoint: given.address, keys: { p256dh: given.p256dh, auth: given.auth } }) };
  let here = null;
  let allowed = given.permission;
  Object.defineProperty(Notification, "permission", { get: () => allowed });
  Notification.requestPermission = async () => (allowed = allowed === "default" ? "granted" : allowed);
  PushManager.prototype.getSubscription = async () => here;
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || !applicationServerKey) throw new TypeError("browsers would refuse this");
    return (here = subscription);
  };
}"""

SHOWING = """() => {
  self.shown = [];
  self.opened = [];
  self.badge = 0;
  registration.showNotification = async (title, options) => {
    self.shown = self.shown.filter(one => one.tag !== options.tag);
    const notice = { title, ...options, close: () => (self.shown = self.shown.filter(one => one !== notice)) };
    self.shown.push(notice);
  };
  registration.getNotifications = async ({ tag } = {}) => self.shown.filter(one => !tag || one.tag === tag);
  navigator.setAppBadge = async count => { self.badge = count; };
  clients.openWindow = async address => self.opened.push(address);
}"""

CLICK = """async tag => {
  const event = new Event("notificationclick");
  event.notification = self.shown.find(one => one.tag === tag);
  let done;
  event.waitUntil = work => (done = work);
  self.dispatchEvent(event);
  await done;
}"""


class PushedTo:
    """A browser that has been prepared for push messages, before its page is opened."""

    def __init__(self, page: Page, receiver: Receiver, path: str, permission: str = "default") -> None:
        self.page, self.receiver, self.path = page, receiver, path
        self.subscription = Subscription(receiver.url + path)
        given = {**self.subscription.wish, "permission": permission}
        page.context.add_init_script(f"({SUBSCRIBING})({json.dumps(given)})")
        self._registration = ""
        self._delivered = 0

    def employ(self) -> Worker:
        """Wait for the worker, which takes over when the page has nothing better to do."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        wait_until(lambda: self.page.context.service_workers, "the service worker")
        worker = self.page.context.service_workers[0]
        worker.evaluate(SHOWING)
        tools = self.page.context.new_cdp_session(self.page)
        found: list[str] = []

        def known(event: dict[str, Any]) -> None:
            found.extend(one["registrationId"] for one in event["registrations"])

        tools.on("ServiceWorker.workerRegistrationUpdated", known)
        tools.send("ServiceWorker.enable")
        wait_until(lambda: self.page.evaluate("1") and found, "its registration")
        self._tools, self._registration, self.worker = tools, found[-1], worker
        return worker

    def sent(self) -> list[Any]:
        """All messages that the server has sent here, decrypted."""
        return [self.subscription.decrypted(one.body) for one in self.receiver.on(self.path)]

    def deliver(self) -> None:
        """Hand what is new to the worker, as the browser does when its push service has something."""
        for told in self.sent()[self._delivered :]:
            self.hand_over(json.dumps(told))
        self._delivered = len(self.sent())

    def hand_over(self, text: str) -> None:
        """The browser does not say when the worker is done: a message that it shows in any case comes last."""
        origin = self.page.evaluate("location.origin")
        for message in (text, '{"title": "the end", "url": "/the-end"}'):
            what = {"origin": origin, "registrationId": self._registration, "data": message}
            self._tools.send("ServiceWorker.deliverPushMessage", what)
        wait_until(lambda: self._shown("/the-end"), "the worker")
        self.worker.evaluate("self.shown.find(one => one.tag === '/the-end').close()")

    def _shown(self, tag: str) -> bool:
        return any(one["tag"] == tag for one in self._all())

    def _all(self) -> list[Any]:
        return list(self.worker.evaluate("JSON.parse(JSON.stringify(self.shown))"))

    def notices(self) -> list[Any]:
        return self._all()

    def click(self, tag: str) -> list[str]:
        """Click a notice; returns the addresses that were opened because of it."""
        self.worker.evaluate(CLICK, tag)
        return list(self.worker.evaluate("self.opened"))
