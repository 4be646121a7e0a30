import type { Face, Theme } from '../colours'

/** The class of each colour, for the dark colours in dark mode. Programs without it use the inline styles. */
export const classes: Record<keyof Face, string> = {
  canvas: 'k-canvas',
  card: 'k-card',
  line: 'k-line',
  text: 'k-text',
  soft: 'k-soft',
  faint: 'k-faint',
  accent: 'k-accent',
  onAccent: 'k-on-accent',
  link: 'k-link',
}

const properties: Record<keyof Face, string> = {
  canvas: 'background-color',
  card: 'background-color',
  line: 'border-color',
  text: 'color',
  soft: 'color',
  faint: 'color',
  accent: 'background-color',
  onAccent: 'color',
  link: 'color',
}

/**
 * Returns the style sheet of a mail: its dark colours, and spacing on a phone. Without characters that HTML would
 * escape.
 */
export function styleSheet({ dark }: Theme): string {
  const names = Object.keys(classes) as (keyof Face)[]
  const rules = names.map((name) => `.${classes[name]}{${properties[name]}:${dark[name]} !important}`)
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    // The only cell with a direction is the one that the body component puts around all others.
    `@media (prefers-color-scheme:dark){${rules.join('')}td[dir]{background-color:${dark.canvas} !important}}`,
    '@media (max-width:520px){.k-inset{padding:24px 20px 28px !important}.k-page{padding:12px 8px 24px !important}}',
  ].join('')
}
