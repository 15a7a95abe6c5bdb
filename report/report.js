// What makes the pages of the report better with JavaScript. Every page reads without it.
'use strict';
(() => {
  const root = document.documentElement;
  const $ = (selector, at = document) => at.querySelector(selector);
  const $$ = (selector, at = document) => [...at.querySelectorAll(selector)];
  const store = {
    get: key => { try { return localStorage.getItem('hlcov.' + key) } catch { return null } },
    set: (key, value) => { try { localStorage.setItem('hlcov.' + key, value) } catch { /* private */ } },
  };
  root.classList.add('js');

  // --- theme: auto, light, dark ---
  const themes = ['auto', 'light', 'dark'];
  const setTheme = name => {
    if (name === 'auto') delete root.dataset.theme; else root.dataset.theme = name;
    $('[data-act=theme]').textContent = 'Theme: ' + name;
  };
  const savedTheme = themes.includes(store.get('theme')) ? store.get('theme') : 'auto';
  if (savedTheme !== 'auto') root.dataset.theme = savedTheme; // before the first paint

  // --- a table that sorts by its columns ---
  const cellValue = (row, column) => {
    const text = column === 0 ? row.cells[0].textContent : row.cells[column].firstChild.data;
    if (column === 0) return text;
    return text === 'n/a' ? 101 : parseFloat(text);
  };
  const sortBy = (table, column, direction) => {
    const sign = direction === 'ascending' ? 1 : -1;
    const rows = [...table.tBodies[0].rows].map(row => [cellValue(row, column), row]);
    const state = at => at === column ? direction : 'none';
    $$('thead th', table).forEach((th, at) => th.setAttribute('aria-sort', state(at)));
    rows.sort(([a], [b]) => sign * (a < b ? -1 : a > b ? 1 : 0));
    table.tBodies[0].append(...rows.map(([, row]) => row));
  };
  const startSorting = table => {
    $$('thead th', table).forEach((th, column) => {
      const button = document.createElement('button');
      button.append(...th.childNodes);
      th.append(button);
      button.addEventListener('click', () => {
        sortBy(table, column, th.getAttribute('aria-sort') === 'ascending' ? 'descending' : 'ascending');
      });
    });
  };

  // --- only the rows that hold a text ---
  const startFilter = rows => {
    const box = $('#filter'), said = $('#shown');
    box.addEventListener('input', () => {
      const text = box.value.trim().toLowerCase();
      let shown = 0;
      rows.forEach(row => {
        row.hidden = !row.textContent.toLowerCase().includes(text);
        shown += !row.hidden;
      });
      said.textContent = text ? `${shown} of ${rows.length}` : '';
    });
  };

  // --- a source page ---
  const startSource = table => {
    const rows = [...table.tBodies[0].rows];
    const isGap = row => row?.classList.contains('u') || row?.classList.contains('p');
    let current = null;
    const select = row => {
      current?.classList.remove('cur');
      current = row;
      row.classList.add('cur');
      row.scrollIntoView({ block: 'center' });
    };
    const step = way => {
      let at = current ? rows.indexOf(current) : way > 0 ? -1 : rows.length;
      const starts = i => isGap(rows[i]) && rows[i - 1]?.classList[0] !== rows[i].classList[0];
      do at += way; while (at >= 0 && at < rows.length && !starts(at));
      if (rows[at]) select(rows[at]);
    };
    const openAll = () => {
      const panels = $$('details', table), open = panels.some(panel => !panel.open);
      panels.forEach(panel => { panel.open = open });
    };
    Object.assign(keys, {
      j: () => step(1), k: () => step(-1), O: openAll,
      o: () => { const panel = current && $('details', current); if (panel) panel.open = !panel.open },
      '[': () => $('[rel=prev]')?.click(), ']': () => $('[rel=next]')?.click(),
    });
    startFilter(rows);
  };

  const keys = {
    '/': () => $('#filter').focus(),
    '?': () => $('#help').showModal(),
    t: () => $('[data-act=theme]').click(),
    f: () => { location.href = 'index.html' },
  };

  document.addEventListener('DOMContentLoaded', () => {
    setTheme(savedTheme);
    $('[data-act=theme]').addEventListener('click', () => {
      const next = themes[(themes.indexOf(root.dataset.theme || 'auto') + 1) % themes.length];
      store.set('theme', next);
      setTheme(next);
    });
    $('[data-act=help]').addEventListener('click', keys['?']);
    if ($('#files')) { startSorting($('#files')); startFilter($$('#files tr.f')) }
    if ($('.src')) startSource($('.src'));
    else if (!$('#files')) startFilter($$('.tt tbody tr'));
  });

  addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches('input')) {
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
