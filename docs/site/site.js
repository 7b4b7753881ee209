// The script of the theme, as a plain one: browsers load no modules from a folder. It switches between light, dark and the system's
// choice, and marks the heading on the screen in the table of contents.
/* global DOCUMENTATION_OPTIONS */
// Search loads the pages that it found for an excerpt of each; browsers forbid that in a folder.
DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = location.protocol !== 'file:';

document.addEventListener('DOMContentLoaded', () => {
    document.documentElement.classList.remove('no-js');
    const choose = (theme) => {
        document.body.dataset.theme = theme;
        try {
            localStorage.setItem('theme', theme);
        } catch {
            /* the choice lasts for this page */
        }
    };
    for (const button of document.getElementsByClassName('theme-toggle')) {
        button.addEventListener('click', () => {
            const order = matchMedia('(prefers-color-scheme: dark)').matches
                ? ['auto', 'light', 'dark']
                : ['auto', 'dark', 'light'];
            choose(order[(order.indexOf(document.body.dataset.theme) + 1) % 3]);
        });
    }
    // What scrolls can be reached with the keyboard, and the captions of the menu are headings of a level.
    for (const block of document.querySelectorAll('pre, .table-wrapper')) {
        if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
    }
    for (const caption of document.querySelectorAll('.caption[role=heading]')) caption.ariaLevel = '2';
    const entries = [...document.querySelectorAll('.toc-tree a[href^="#"]')]
        .map((link) => ({
            item: link.parentElement,
            heading: document.getElementById(decodeURIComponent(link.hash.slice(1))),
        }))
        .filter(({ heading }) => heading !== null);
    const mark = () => {
        const passed = entries.filter(({ heading }) => heading.getBoundingClientRect().top < innerHeight / 3);
        const current = passed.at(-1) ?? entries[0];
        for (const entry of entries) entry.item.classList.toggle('scroll-current', entry === current);
    };
    if (entries.length > 0) {
        addEventListener('scroll', mark, { passive: true });
        mark();
    }
});
