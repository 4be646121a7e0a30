import { Fragment, type ReactNode } from 'react'
import { Button, Heading, Link, Section, Text } from 'react-email'
import type { Block, Letter } from '../letter'
import type { Palette, Theme } from '../theme'
import { Rows } from './rows'
import { classes } from './style-sheet'

/** The heading of a mail. */
export function Title({ theme, children }: { theme: Theme; children: ReactNode }) {
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

/** The parts of a mail between greeting and closing. */
export const Content = ({ theme, blocks }: { theme: Theme; blocks: Letter['body'] }) =>
  blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts may be equal and never move
    <Fragment key={index}>{block && <Part theme={theme} block={block} />}</Fragment>
  ))

function Part({ theme, block }: { theme: Theme; block: Block }) {
  if (typeof block === 'string') return <Paragraph theme={theme}>{block}</Paragraph>
  if ('emphasis' in block) return <Paragraph {...{ theme, ...emphasis }}>{block.emphasis}</Paragraph>
  if ('small' in block) return <Paragraph {...{ theme, ...small }}>{block.small}</Paragraph>
  if ('rows' in block) return <Rows theme={theme} rows={block.rows} />
  if ('button' in block) return <Action theme={theme} href={block.href} text={block.button} />
  return (
    <Paragraph theme={theme}>
      <Link
        href={block.href}
        className={`${classes.text} k-item`}
        style={{ color: theme.light.text, fontWeight: 600, textDecoration: 'underline' }}
      >
        {block.link}
      </Link>
    </Paragraph>
  )
}

const body = { fontSize: '16px', lineHeight: '24px' }
const emphasis = { colour: 'text', style: { ...body, fontWeight: 600 } } as const
const small = { colour: 'faint', style: { fontSize: '13px', lineHeight: '20px' } } as const

const Paragraph = ({
  theme,
  colour = 'soft',
  margin = '12px 0 0',
  style = body,
  children,
}: {
  theme: Theme
  colour?: keyof Palette
  margin?: string
  style?: object
  children: ReactNode
}) => (
  <Text className={classes[colour]} style={{ margin, ...style, color: theme.light[colour] }}>
    {children}
  </Text>
)

/** A text that may have several lines, as a merchant can write it. Nothing if it is empty. */
export function Lines({ theme, text, isLast = false }: { theme: Theme; text: string; isLast?: boolean }) {
  if (text.trim() === '') return null
  return (
    <Paragraph theme={theme} {...(isLast && { margin: '28px 0 0' })}>
      {text.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal and never move
        <Fragment key={index}>
          {index > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </Paragraph>
  )
}

/** The main button, tall enough for a thumb. */
function Action({ theme, href, text }: { theme: Theme; href: string; text: string }) {
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
        {text}
      </Button>
    </Section>
  )
}
