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
    rows.forEach(([, row], at) => { row.dataset.at ??= at });
    const byFolder = column === 0 && sign > 0; // as the page came
    table.tBodies[0].classList.toggle('flat', !byFolder);
    rows.sort(([a, one], [b, other]) =>
      (byFolder ? 0 : sign * (a < b ? -1 : a > b ? 1 : 0)) || one.dataset.at - other.dataset.at);
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
      $$('tr.d').forEach(row => { row.hidden = text !== '' });
      let shown = 0;
      rows.forEach(row => {
        row.hidden = !row.textContent.toLowerCase().includes(text);
        shown += !row.hidden;
      });
      said.textContent = text ? `${shown} of ${rows.length}` : '';
    });
  };

  // --- a source page ---
  // the status of a line of which some criteria are looked at
  const statusOf = list => {
    const live = list.filter(status => 'cpu'.includes(status));
    if (live.length === 0) return list[0] || '';
    return live.every(status => status === live[0]) ? live[0] : 'p';
  };

  // Marks lines by the criteria and the statuses that are chosen.
  const startMarks = rows => {
    const criteria = $$('[data-crit]'), marks = $$('[data-mark]');
    const { kinds: named = '', lines = '' } = $('#kinds')?.dataset || {};
    const kinds = named.split(';').map(kind =>
      kind.split(' ').map(word => word.split(':')).map(([name, status]) => [name, status || 'c']));
    const kindOf = lines.split(' '), marked = rows.filter(row => row.className);
    const paint = () => {
      const on = new Set(criteria.filter(box => box.checked).map(box => box.dataset.crit));
      const wanted = new Set(marks.filter(box => box.checked).map(box => box.dataset.mark));
      const count = {};
      const statuses = kinds.map(of => statusOf(of.filter(([name]) => on.has(name)).map(([, status]) => status)));
      marked.forEach((row, at) => {
        const status = statuses[kindOf[at] - 1];
        count[status] = (count[status] || 0) + 1;
        row.classList.remove(...'cpuxim');
        if (wanted.has(status)) row.classList.add(status);
      });
      marks.forEach(box => { $('small', box.parentNode).textContent = count[box.dataset.mark] || 0 });
    };
    [...criteria, ...marks].forEach(box => box.addEventListener('change', paint));
    paint();
  };

  // Draws the way of an objective along its lines.
  const draw = (way, rowOf) => {
    $$('.src i.way').forEach(mark => mark.remove());
    const lines = way.split(' ').map(Number), on = new Set(lines);
    const first = Math.min(...lines), last = Math.max(...lines);
    for (let line = first; line <= last; line++) {
      const row = rowOf(line);
      if (!row) continue;
      const mark = document.createElement('i');
      mark.className = 'way' + (line === first ? ' s' : '') + (line === last ? ' e' : '') + (on.has(line) ? ' on' : '');
      row.append(mark);
    }
  };

  const startSource = source => {
    const rows = [...source.children], gutter = 92; // pixels
    const itemOf = node => node.closest('.src > li');
    const rowOf = line => document.getElementById('L' + line);
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
      const kind = i => 'pu'.split('').find(status => rows[i]?.classList.contains(status));
      const starts = i => isGap(rows[i]) && kind(i) !== kind(i - 1);
      do at += way; while (at >= 0 && at < rows.length && !starts(at));
      if (!rows[at]) return;
      history.replaceState(null, '', '#' + rows[at].id);
      select(rows[at]);
    };
    const openAll = () => {
      const panels = $$('.src > li > details'), open = panels.some(panel => !panel.open);
      panels.forEach(panel => { panel.open = open });
      source.classList.toggle('all', open);
    };
    const isObjective = row => row.matches('dt[id]');
    const find = id => document.getElementById(id) || document.getElementById(id.split('.')[0]);
    const choose = row => {
      $$('dt.cur').forEach(other => other.classList.remove('cur'));
      row.classList.add('cur');
      if (row.dataset.way) draw(row.dataset.way, rowOf);
    };
    // a link to an objective, or to a line, opens what hides it
    const follow = () => {
      const target = find(decodeURIComponent(location.hash.slice(1)));
      if (!target) return;
      for (let at = target.parentNode; at; at = at.parentNode) if (at.tagName === 'DETAILS') at.open = true;
      if (isObjective(target)) choose(target);
      target.scrollIntoView({ block: 'center' });
    };
    source.addEventListener('click', event => {
      if (event.target.parentNode === source && event.offsetX < gutter) location.hash = event.target.id;
      let row = event.target.closest('dl:not(.user) > *');
      while (row && row.tagName === 'DD') row = row.previousElementSibling;
      if (!row || !isObjective(row)) return;
      history.replaceState(null, '', '#' + row.id);
      choose(row);
    });
    const measure = () => root.style.setProperty('--head', $('.top').offsetHeight + 'px');
    addEventListener('resize', measure);
    addEventListener('hashchange', follow);
    Object.assign(keys, {
      j: () => step(1), k: () => step(-1), O: openAll,
      o: () => { const panel = current && $('details', current); if (panel) panel.open = !panel.open },
      '[': () => $('[rel=prev]')?.click(), ']': () => $('[rel=next]')?.click(),
    });
    startMarks(rows);
    startFilter(rows);
    measure();
    follow();
  };

  // --- the columns that are shown, kept from page to page ---
  const startColumns = boxes => boxes.forEach(box => {
    const name = 'column.' + box.parentNode.textContent, saved = store.get(name);
    if (saved) box.checked = saved === '1';
    box.addEventListener('change', () => store.set(name, box.checked ? '1' : '0'));
  });

  // --- the criteria page: a node picks the criterion of the chart, and shows what it implies ---
  const startGraph = graph => {
    const select = $('#pick'), rows = $$('.chart tbody tr');
    const names = [...select.options].map(option => option.value);
    const edges = $$('.ed', graph).map(node => ({ node, from: node.dataset.from, to: node.dataset.to }));
    const nodes = new Map($$('.nd', graph).map(node => [node.getAttribute('href').slice(1), node]));
    const below = name => edges.filter(edge => edge.from === name).flatMap(edge => [edge, ...below(edge.to)]);
    const fall = (own, weak) => {
      const tenths = Math.round((own - weak) * 10);
      return Number.isNaN(tenths) ? '' : (tenths < 0 ? '−' : '+') + (Math.abs(tenths) / 10).toFixed(1);
    };
    const light = name => {
      const implied = below(name), on = new Set([name, ...implied.map(edge => edge.to)]);
      graph.classList.add('pick');
      edges.forEach(edge => edge.node.classList.toggle('on', implied.includes(edge)));
      nodes.forEach((node, at) => {
        node.classList.toggle('on', on.has(at));
        node.toggleAttribute('aria-current', at === name);
      });
    };
    const chart = name => {
      const weaker = edges.find(edge => edge.from === name)?.to;
      $('#picked').textContent = select.value = name;
      $('#ghost').textContent = weaker ? 'from ' + weaker : '';
      rows.forEach(row => {
        const scores = row.dataset.v.split(' ');
        const own = scores[names.indexOf(name)], weak = weaker ? scores[names.indexOf(weaker)] : own;
        $('.own', row).setAttribute('width', (parseFloat(own) || 0) + '%');
        $('.g', row).setAttribute('width', (parseFloat(weak) || 0) + '%');
        row.cells[2].textContent = own;
        row.cells[3].textContent = weaker ? fall(own, weak) : '';
      });
    };
    const show = name => { light(name); chart(name) };
    select.addEventListener('change', () => show(select.value));
    graph.addEventListener('click', event => {
      const node = event.target.closest('.nd');
      if (!node) return;
      event.preventDefault();
      show(node.getAttribute('href').slice(1));
    });
    keys.Escape = () => {
      graph.classList.remove('pick');
      nodes.forEach(node => node.removeAttribute('aria-current'));
    };
  };

  const keys = {
    '/': () => $('#filter')?.focus(),
    '?': () => $('#help').showModal(),
    t: () => $('[data-act=theme]').click(),
    f: () => $('nav a[href="index.html"]')?.click(),
    c: () => $('nav a[href="criteria.html"]')?.click(),
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
    if ($('#changes')) startFilter($$('#changes tbody tr'));
    startColumns($$('.cols input:not([data-crit])'));
    if ($('.graph')) startGraph($('.graph'));
    if ($('.src')) startSource($('.src'));
    else if ($('.file')) startFilter($$('.tt tbody tr'));
  });

  // what is worth its paper is opened while the page is printed: lists, and what partly covered lines lack
  let opened = [];
  addEventListener('beforeprint', () => {
    opened = $$('main > details:not([open]), .src > .p > details:not([open])');
    opened.forEach(details => { details.open = true });
  });
  addEventListener('afterprint', () => opened.splice(0).forEach(details => { details.open = false }));

  addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches('input[type=search], select')) {
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
