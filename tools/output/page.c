/* SPDX-License-Identifier: MIT */
#include "output/page.h"
#include "output/svg.h"

void page_open(struct text *out, const struct page *page)
{
    text_format(out,
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<title>%s</title>\n<style>\n"
                ":root{--ink:#1b1f24;--soft:#5b6570;--page:#fff;--card:#f6f8fa;--line:#d8dee4;"
                "--bar:#2a6fb0;--low:#b3541e;%s}\n"
                "@media(prefers-color-scheme:dark){:root{--ink:#e6e9ec;--soft:#9aa4ae;"
                "--page:#15181c;--card:#1e2329;--line:#343b43;--bar:#5ba3e6;--low:#e08a4f;%s}}\n"
                "body{margin:1.5rem auto;max-width:72rem;padding:0 1rem;"
                "font:15px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--page)}\n"
                "h1{font-size:1.4rem}",
                page->title, page->light, page->dark);
    text_add(out, page->style);
    text_format(out, "</style>\n</head>\n<body>\n<h1>%s</h1>\n", page->title);
}

void page_add(struct text *out, const char *open, const char *plain, const char *close)
{
    text_add(out, open);
    svg_add_escaped(out, plain);
    text_add(out, close);
}

void page_close(struct text *out)
{
    text_add(out, "</body>\n</html>\n");
}
