"""My data: signing out, another device, a copy of everything, deleting it; and reporting a table."""

from __future__ import annotations

from engineshed.server import guests, moderation, mydata, recovery
from engineshed.server.messages import MyData
from engineshed.server.player_messages import MyDevices, RecoveryCode
from engineshed.server.refusals import ServiceError
from engineshed.server.web.address import qr_code
from engineshed.server.web.bodies import DeviceBody, LinkBody, RecoveryBody, ReportBody
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest
from engineshed.server.web.routes.me import Me, NewDevice, Reported, me_of


@operation("DELETE", "/api/me/session", status=204, refuses=["unknown-guest"])
async def sign_out(request: ApiRequest) -> None:
    """Forget me on this device; my other devices stay signed in."""
    guest = await request.guest()
    await guests.sign_out(request.service, guest, request.token)
    request.take_cookie()


@operation("POST", "/api/me/devices", status=201, refuses=["unknown-guest", "too-many"])
async def make_device_code(request: ApiRequest, body: LinkBody) -> NewDevice:
    """A link that makes another device mine too; it works once, within ten minutes. Also as a QR code (SVG)."""
    guest = await request.guest()
    await request.context.devices.spend(guest.id)
    made = await mydata.new_device(request.service, guest)
    link = f"{body.page}#{made.code}"
    return NewDevice(link, made.expires, qr_code(link))


@operation("POST", "/api/me/device", refuses=["conflict", "too-many"])
async def use_device_code(request: ApiRequest, body: DeviceBody) -> Me:
    """Become the guest whose code this is. A device that already has a guest must ask to replace them."""
    await request.context.guests.spend(request.address)
    before = await request.visitor()
    if before is not None and not body.replace:
        raise ServiceError("conflict", "known-guest")
    guest, cookie = await mydata.join_device(request.service, body.code)
    if before is not None:
        await guests.sign_out(request.service, before, request.token)
    request.remember(guest, cookie)
    return me_of(guest)


@operation("GET", "/api/me/devices", refuses=["unknown-guest", "too-many"])
async def get_devices(request: ApiRequest) -> MyDevices:
    """Where I am signed in, and whether I have a recovery code."""
    guest = await request.guest()
    await request.spend_question(guest)
    return await recovery.devices(request.service, guest, request.token)


@operation("DELETE", "/api/me/devices", status=204, refuses=["unknown-guest", "too-many"])
async def sign_out_elsewhere(request: ApiRequest) -> None:
    """Sign out on all my other devices, because one of them was lost."""
    guest = await request.guest()
    await request.context.devices.spend(guest.id)
    await recovery.sign_out_elsewhere(request.service, guest, request.token)


@operation("POST", "/api/me/recovery", status=201, refuses=["unknown-guest", "too-many"])
async def make_recovery_code(request: ApiRequest) -> RecoveryCode:
    """A code with which I come back if all my cookies are lost. It replaces the one before, and works once."""
    guest = await request.guest()
    await request.context.devices.spend(guest.id)
    return await recovery.new_code(request.service, guest)


@operation("POST", "/api/me/recover", refuses=["conflict", "too-many"])
async def use_recovery_code(request: ApiRequest, body: RecoveryBody) -> Me:
    """Become the guest whose recovery code this is. A device that already has a guest must ask to replace them."""
    await request.context.recoveries.spend(request.address)
    before = await request.visitor()
    if before is not None and not body.replace:
        raise ServiceError("conflict", "known-guest")
    guest, cookie = await recovery.come_back(request.service, body.code)
    if before is not None:
        await guests.sign_out(request.service, before, request.token)
    request.remember(guest, cookie)
    return me_of(guest)


@operation("GET", "/api/me/data", refuses=["unknown-guest", "too-many"])
async def export_my_data(request: ApiRequest) -> MyData:
    """Everything that is kept about me."""
    guest = await request.guest()
    await request.context.devices.spend(guest.id)
    return await mydata.everything(request.service, guest)


@operation("DELETE", "/api/me", status=204, refuses=["unknown-guest", "stale", "too-many"])
async def delete_my_data(request: ApiRequest) -> None:
    """Delete my name, what I wrote, and my cookies on all devices; bots play on for me."""
    guest = await request.guest()
    await request.context.devices.spend(guest.id)
    await mydata.delete(request.service, guest)
    request.take_cookie()


@operation("POST", "/api/tables/{table:str}/reports", status=201, refuses=["unknown-guest", "too-many"])
async def report_table(request: ApiRequest, body: ReportBody) -> Reported:
    """Tell the operators of this server about a table; the latest lines of its chat are sent with it."""
    guest = await request.guest()
    await request.context.reports.spend(guest.id)
    return Reported(await moderation.report(request.service, guest, request.table, body.text))


OPERATIONS = [
    sign_out,
    make_device_code,
    use_device_code,
    get_devices,
    sign_out_elsewhere,
    make_recovery_code,
    use_recovery_code,
    export_my_data,
    delete_my_data,
    report_table,
]
