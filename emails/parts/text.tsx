import { Fragment, type ReactNode } from 'react'
import { Button, Heading, Section, Text } from 'react-email'
import type { Theme } from '../theme'
import { classes } from './style-sheet'

interface TextProps {
  theme: Theme
  children: ReactNode
}

/** The heading of a mail. */
export function Title({ theme, children }: TextProps) {
  const style = {
    margin: '0',
    fontSize: '24px',
    lineHeight: '32px',
    fontWeight: 600,
    letterSpacing: '-0.01em',
  }
  return (
    <Heading as="h1" className={classes.text} style={{ ...style, color: theme.light.text }}>
      {children}
    </Heading>
  )
}

export function Paragraph({ theme, children }: TextProps) {
  const style = { margin: '12px 0 0', fontSize: '16px', lineHeight: '24px' }
  return (
    <Text className={classes.soft} style={{ ...style, color: theme.light.soft }}>
      {children}
    </Text>
  )
}

/** A text that may have several lines, as a merchant can write it. Nothing if it is empty. */
export function Lines({ theme, text, isLast = false }: { theme: Theme; text: string; isLast?: boolean }) {
  if (text.trim() === '') return null
  const style = { margin: isLast ? '28px 0 0' : '12px 0 0', fontSize: '16px', lineHeight: '24px' }
  return (
    <Text className={classes.soft} style={{ ...style, color: theme.light.soft }}>
      {text.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal and never move
        <Fragment key={index}>
          {index > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </Text>
  )
}

/** The most important sentence of a mail. */
export function Emphasis({ theme, children }: TextProps) {
  const style = { margin: '12px 0 0', fontSize: '16px', lineHeight: '24px', fontWeight: 600 }
  return (
    <Text className={classes.text} style={{ ...style, color: theme.light.text }}>
      {children}
    </Text>
  )
}

/** Less important text. */
export function Small({ theme, children }: TextProps) {
  const style = { margin: '12px 0 0', fontSize: '13px', lineHeight: '20px' }
  return (
    <Text className={classes.faint} style={{ ...style, color: theme.light.faint }}>
      {children}
    </Text>
  )
}

/** The main button, tall enough for a thumb. */
export function Action({ theme, href, children }: TextProps & { href: string }) {
  const { accent, onAccent } = theme.light
  const style = {
    padding: '14px 24px',
    borderRadius: '6px',
    fontSize: '16px',
    lineHeight: '20px',
    fontWeight: 600,
  }
  return (
    <Section style={{ margin: '24px 0 0' }}>
      <Button
        href={href}
        className={`${classes.accent} ${classes.onAccent} k-button`}
        style={{ ...style, backgroundColor: accent, color: onAccent }}
      >
        {children}
      </Button>
    </Section>
  )
}
