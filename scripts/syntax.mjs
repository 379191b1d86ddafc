/** Visits every node of a syntax tree with the node that holds it. */
export function walk(node, visit, parent) {
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit, parent);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') visit(node, parent);
  for (const [name, value] of Object.entries(node))
    if (typeof value === 'object' && name !== 'loc')
      walk(value, visit, typeof node.type === 'string' ? node : parent);
}
