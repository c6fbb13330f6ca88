// Cards and menus beside what they belong to, inside the window.
const GAP = 4;

export function place(popover, anchor) {
  const { top, bottom, left, right } = anchor.getBoundingClientRect();
  if (!popover.matches(":popover-open")) popover.showPopover();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const below = bottom + GAP + height <= innerHeight;
  const above = top - GAP - height >= 0;
  const y = below ? bottom + GAP : above ? top - GAP - height : Math.max(8, innerHeight - height - 8);
  const x = left + width + 8 <= innerWidth ? left : right - width;
  popover.style.top = `${y}px`;
  popover.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`;
}

// Arrow keys in a menu.
export function walk(event, items) {
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  if (!steps[event.key] || !items.length) return;
  event.preventDefault();
  const at = items.indexOf(document.activeElement) + steps[event.key];
  items[(at + items.length) % items.length].focus();
}
