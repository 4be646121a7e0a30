import { Body, Container, Head, Html, Img, Link, Preview, Section, Text } from 'react-email'
import type { OwnWords } from '@/server/model/mail-wording'
import { mailto } from '@/server/model/mailto'
import type { Letter, Surroundings } from '../letter'
import { classes, styleSheet } from './style-sheet'
import { Content, Lines, Title } from './text'

const sans = '-apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue",Helvetica,Arial,sans-serif'

export interface FrameParts {
  letter: Letter
  surroundings: Surroundings
  /** Mail to dashboard users has neither greeting nor closing. */
  words?: Pick<Required<OwnWords>, 'greeting' | 'closing'>
}

/** The frame of every mail: the merchant's name or logo at the top, contact details and Kassa's name at the bottom. */
export function Frame({ letter, surroundings, words }: FrameParts) {
  const { shop, texts, theme, language } = surroundings
  const { light } = theme
  const small = { margin: '0', fontSize: '13px', lineHeight: '20px', color: light.faint }
  return (
    <Html lang={language}>
      <Head>
        <title>{letter.subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{styleSheet(theme)}</style>
      </Head>
      <Body
        lang={language}
        className={classes.canvas}
        style={{ margin: '0', backgroundColor: light.canvas, fontFamily: sans }}
      >
        <Preview useTitleTag={false}>{letter.preview}</Preview>
        {/* biome-ignore lint/a11y/useSemanticElements: mail clients remove elements they do not know */}
        <div role="article" aria-label={letter.subject}>
          <Container tdClassName="k-page" style={{ maxWidth: '576px', padding: '32px 8px' }}>
            <Section
              className={classes.card}
              tdClassName="k-inset"
              style={{ padding: '36px 40px 40px', backgroundColor: light.card, borderRadius: '8px' }}
            >
              <Sender surroundings={surroundings} />
              <Title theme={theme}>{letter.title}</Title>
              {words && <Lines theme={theme} text={words.greeting} />}
              <Content theme={theme} blocks={letter.body} />
              {words && <Lines theme={theme} text={words.closing} isLast />}
            </Section>
            <Section style={{ padding: '20px 8px 0', textAlign: 'center' }}>
              <Text className={classes.faint} style={small}>
                {letter.foot ?? <Help surroundings={surroundings} />}
              </Text>
              {letter.foot === undefined && (
                <Text className={classes.faint} style={{ ...small, marginTop: '4px' }}>
                  {texts.frame.sentBy(shop)}
                </Text>
              )}
            </Section>
          </Container>
        </div>
      </Body>
    </Html>
  )
}

function Sender({ surroundings: { shop, logo, theme } }: { surroundings: Surroundings }) {
  const style = { margin: '0 0 24px', fontSize: '16px', lineHeight: '24px', fontWeight: 600 }
  return (
    <Text className={classes.text} style={{ ...style, color: theme.light.text }}>
      {logo === undefined ? (
        shop
      ) : (
        <Img
          src={logo}
          alt={shop}
          height="36"
          // Keeps a logo made for white paper visible in dark mode, and its alt text if images are off.
          style={{
            display: 'block',
            height: '36px',
            maxWidth: '200px',
            backgroundColor: '#ffffff',
            color: theme.light.text,
          }}
        />
      )}
    </Text>
  )
}

function Help({ surroundings: { shop, supportEmail, texts, theme } }: { surroundings: Surroundings }) {
  if (supportEmail === undefined) return texts.frame.questions(shop)
  return (
    <>
      {texts.frame.questionsAt(shop)}{' '}
      <Link
        href={mailto(supportEmail)}
        className={classes.link}
        style={{ color: theme.light.link, textDecoration: 'underline' }}
      >
        {supportEmail}
      </Link>
    </>
  )
}
