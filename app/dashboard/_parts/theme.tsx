'use client'

import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  MantineProvider,
} from '@mantine/core'
import { setNonce } from 'get-nonce'
import { createContext, type ReactNode, use } from 'react'
import { Icon } from './icons'

/** Kassa's deep teal, from very light to nearly black. */
const teal: MantineColorsTuple = [
  ...(['#e6f2f2', '#cfe6e6', '#a3d2d1', '#7cd6d2', '#58c4bf'] as const),
  ...(['#2f9a98', '#157a7c', '#0b5f63', '#084a4d', '#053436'] as const),
]

/** The greys of the dark theme, from text to background. Mantine uses them for fields and menus. */
const dark: MantineColorsTuple = [
  ...(['#eceff1', '#b3bbc2', '#949da5', '#6b747b', '#424a51'] as const),
  ...(['#2a3035', '#191d20', '#111416', '#0b0d0f', '#060708'] as const),
]

const ownColour = (name: string) => ({
  base: `var(--${name})`,
  strong: `var(--${name}-strong)`,
  wash: `var(--${name}-wash)`,
  on: `var(--on-${name})`,
})

/** Buttons use the variables of the pages, so that both change between light and dark together. */
const ownColours: Partial<Record<string, ReturnType<typeof ownColour>>> = {
  teal: ownColour('accent'),
  red: ownColour('red'),
}

const chevrons = <Icon name="chevrons" size={16} />

const mantineTheme = createTheme({
  colors: { teal, dark },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 4 },
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '13px', sm: '14px', md: '16px', lg: '20px', xl: '28px' },
  headings: { fontFamily: 'var(--sans)', fontWeight: '600' },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const { variant, color = 'teal' } = input
    const own = ownColours[color]
    if (own && variant === 'filled') {
      return { background: own.base, hover: own.strong, color: own.on, border: '1px solid transparent' }
    }
    if (own && variant === 'outline') {
      return { background: 'transparent', hover: own.wash, color: own.base, border: `1px solid ${own.base}` }
    }
    if (own && variant === 'light') {
      return { background: own.wash, hover: own.wash, color: own.base, border: '1px solid transparent' }
    }
    return defaultVariantColorsResolver(input)
  },
  components: {
    // The focus stays in a field whose form is submitted with Enter, so screen readers would not read its error.
    InputError: { defaultProps: { role: 'alert' } },
    // Mantine's own chevron is an image without a name.
    NativeSelect: { defaultProps: { rightSection: chevrons } },
    Select: { defaultProps: { rightSection: chevrons } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.4 } } },
  },
})

/** Maps Mantine's colours to Kassa's variables, which change between light and dark. */
const colours = {
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-faint)',
  '--mantine-color-placeholder': 'var(--text-faint)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--red)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
}

const resolver: CSSVariablesResolver = () => ({ variables: {}, light: colours, dark: colours })

const NonceContext = createContext('')

/** Returns a function that lets the styles of a mail apply in a frame of this page, which has the page's policy. */
export function useWithNonce(): (html: string) => string {
  const nonce = use(NonceContext)
  return (html) => html.replaceAll('<style', `<style nonce="${nonce}"`)
}

/** `given`: the nonce of this page's policy. After client-side navigation, the first page's policy still applies. */
export function Theme({ nonce: given, children }: { nonce: string; children: ReactNode }) {
  const nonce = nonceOfDocument() ?? given
  // For the style that stops the page from scrolling behind an open drawer.
  setNonce(nonce)
  return (
    <MantineProvider
      getStyleNonce={() => nonce}
      theme={mantineTheme}
      cssVariablesResolver={resolver}
      defaultColorScheme="auto"
    >
      <NonceContext value={nonce}>{children}</NonceContext>
    </MantineProvider>
  )
}

const nonceOfDocument = (): string | undefined =>
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLElement>('script[nonce]')?.nonce || undefined
