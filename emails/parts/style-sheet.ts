import type { Palette, Theme } from '../theme'

/** A class per colour for dark mode. Light mode uses the inline styles. */
export const classes: Record<keyof Palette, string> = {
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

const properties: Record<keyof Palette, string> = {
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

/** Returns a mail's style sheet for dark mode and phones. It contains no characters that HTML would escape. */
export function styleSheet({ dark }: Theme): string {
  const names = Object.keys(classes) as (keyof Palette)[]
  const rules = names.map((name) => `.${classes[name]}{${properties[name]}:${dark[name]} !important}`)
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    // Only the outermost cell, created by the Body component, has a `dir` attribute.
    `@media (prefers-color-scheme:dark){${rules.join('')}td[dir]{background-color:${dark.canvas} !important}}`,
    '@media (max-width:520px){.k-inset{padding:24px 20px 28px !important}.k-page{padding:12px 8px 24px !important}}',
  ].join('')
}
