/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The page of a SYCLBIN: modules with images and properties, and the images that a device gets.
const data = json('data');
const ASPECT = 2;
const imageName = (image) => `${image.kind} ${image.index}`;
const imageId = (module, kind, index) => `image-${module}-${kind}-${index}`;

function propertyTable(id, caption, list, invalid) {
  const note = invalid ? el('p', { class: 'bad' }, `${plural(invalid, 'line')} of the text cannot be read.`) : null;
  if (!list.length) return el('div', null, el('p', { class: 'soft' }, `${caption}: none.`), note);
  return el('div', null, makeTable(id, caption, [
    { title: 'set', value: (p) => p.set },
    { title: 'key', value: (p) => p.key, mono: true },
    { title: 'value', value: (p) => p.value, mono: true },
    { title: 'meaning', value: (p) => p.about },
  ], list, { filter: list.length > 20 }), note);
}

/** Properties by set, as the names of kernels and symbols. */
const keysOf = (module, set) => module.properties.filter((p) => p.set === set).map((p) => p.key);

function imageCard(module, image) {
  return el('section', { id: imageId(module.index, image.kind, image.index), 'aria-label': imageName(image), tabindex: -1 },
    el('h3', null, imageName(image)),
    pairs([
      ['target', image.target], ['arch', image.arch], ['type', image.type], ['content', image.content],
      ['size', bytesText(image.size)], ['offset', `0x${image.offset.toString(16)}`],
    ]),
    propertyTable(`properties-${module.index}-${image.kind}-${image.index}`, `Properties of ${imageName(image)}`, image.properties, image.invalid));
}

function moduleCard(module) {
  const kernels = keysOf(module, 'SYCL/kernel names');
  const content = el('div');
  // The content is made when it is opened: a file may have thousands of modules.
  const whole = el('details', { id: `module-${module.index}`, toggle: () => {
    if (!whole.open || content.firstChild) return;
    content.append(
      propertyTable(`properties-${module.index}`, `Properties of module ${module.index}`, module.properties, module.invalid),
      ...module.images.map((image) => imageCard(module, image)));
  } },
  el('summary', null, `module ${module.index}: ${plural(module.images.length, 'image')}` +
    (kernels.length ? `, kernels ${kernels.slice(0, 8).join(', ')}${kernels.length > 8 ? ` and ${kernels.length - 8} more` : ''}` : '')), content);
  return whole;
}

function showImage(module, kind, index) {
  pages.choose('modules');
  const card = byId(`module-${module}`);
  card.open = true;
  // The event of `toggle` comes later.
  setTimeout(() => {
    const target = byId(imageId(module, kind, index)) ?? card;
    target.scrollIntoView({ block: 'start' });
    target.focus({ preventScroll: true });
  }, 50);
}

// ---- devices

const backends = [...new Set(data.devices.map((device) => device.backend))];
const kinds = [...new Set(data.devices.map((device) => device.kind))];
const select = (id, label, list, change) => el('label', { for: id }, `${label} `,
  el('select', { id, change }, ...list.map((name) => el('option', { value: name }, name))));
const candidateTable = makeTable('candidates', 'Images, and why a device gets them or not', [
  { title: 'module', value: (row) => row.module, number: true },
  { title: 'image', value: (row) => row.name, link: (row) => (row.image ? () => showImage(row.module, row.image.kind, row.image.index) : null) },
  { title: 'target', value: (row) => row.image?.target ?? '' },
  { title: 'selected', value: (row) => (row.reason === 0 ? 'yes' : 'no') },
  { title: 'reason', value: (row) => row.text },
], []);

function candidates(device) {
  return device.modules.flatMap((list, module) => list.map(([kind, index, reason, detail]) => {
    const image = kind < 0 ? null : data.modules[module].images.find((one) => one.index === index && one.kind === ['ir', 'native'][kind]);
    return { module, image, reason, name: image ? imageName(image) : 'all of the module',
      text: data.reasons[reason] + (reason >= ASPECT && detail ? ` (${detail})` : '') };
  }));
}

function showDevice() {
  const device = data.devices.find((one) => one.backend === byId('backend').value && one.kind === byId('kind').value);
  candidateTable.setRows(candidates(device));
}

/** A row for each device that gets an image. */
function overview() {
  const rows = data.devices.map((device) => ({ device, chosen: candidates(device).filter((row) => row.reason === 0) }));
  return makeTable('devices', 'Devices and the images that they get', [
    { title: 'backend', value: (row) => row.device.backend },
    { title: 'device', value: (row) => row.device.kind, link: (row) => () => {
      byId('backend').value = row.device.backend;
      byId('kind').value = row.device.kind;
      showDevice();
    } },
    { title: 'images', value: (row) => row.chosen.length, text: (row) => count(row.chosen.length), number: true },
    { title: 'selected', value: (row) => row.chosen.slice(0, 10).map((one) => `module ${one.module} ${one.name} (${one.image.target ?? 'no target'})`).join('; ') || 'none' },
  ], rows, { by: 2 });
}

const moduleList = el('div');
let modulesShown = 0;
const moreModules = button('Show more modules', () => {
  moduleList.append(...data.modules.slice(modulesShown, modulesShown += 200).map(moduleCard));
  moreModules.hidden = modulesShown >= data.modules.length;
});
const devicePanel = el('div', null,
  data.all_candidates ? null : el('p', { class: 'bad' }, 'The file has too many images; some devices are incomplete.'), overview(),
  el('div', { class: 'tools' }, select('backend', 'Backend', backends, showDevice), select('kind', 'Device', kinds, showDevice)), candidateTable);
const pages = tabs([
  { id: 'modules', label: 'Modules and images', panel: el('div', null, moduleList, moreModules) },
  { id: 'devices', label: 'Devices', panel: devicePanel },
  { id: 'global', label: 'Properties of the file', panel: propertyTable('properties-global', 'Properties of the file', data.properties, data.invalid) },
], 'Parts');
byId('main').append(pages);
moreModules.click();
if (data.modules.length && data.modules.length <= 3) for (const card of moduleList.children) card.open = true;
byId('kind').value = 'gpu';
showDevice();
const images = data.modules.reduce((sum, module) => sum + module.images.length, 0);
summary(`SYCLBIN ${data.syclbin_version}${data.syclbin_version === 2 ? ' (draft)' : ''}${data.envelope ? ` in OffloadBinary ${data.envelope}` : ''}, ` +
  `${data.has_state ? `state ${data.state}` : 'no state'}, ${plural(data.modules.length, 'module')}, ${plural(images, 'image')}, ${bytesText(data.size)}`);
