'use client'

import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type CardLimits, cardLimitNames, usualCardLimits } from '@/server/model/card/limits'
import { counted } from '@/server/model/counted'
import { useTRPC } from '../../../_parts/calls'
import detail from '../../../_parts/detail.module.css'
import styles from '../../../_parts/settings.module.css'
import { SettingsForm, SettingsPage } from '../_parts/settings-form'

/** Limits for public keys, which anyone can read in the source of a shop's pages. */
export const Security = () => (
  <SettingsPage
    title="Security"
    about="Public keys are visible to everyone who visits your shop. These limits keep strangers from misusing them. Private keys are not limited."
    more={<CardAttempts />}
  >
    {({ cardLimits, callbackHosts }) => (
      <SettingsForm
        what="settings"
        settings={{ callbackHosts, cardLimits: withoutUsual(cardLimits) }}
        changes={(text) => ({
          callbackHosts: text('callbackHosts')
            .split(/[\s,]+/)
            .filter(Boolean),
          cardLimits: withoutUsual(
            Object.fromEntries(
              cardLimitNames.map((name) => {
                const typed = text(`cardLimits.${name}`)
                return [name, typed === '' ? null : Number(typed)]
              }),
            ),
          ),
        })}
      >
        {(fieldOf) => (
          <>
            {groups.map(({ legend, limits }) => (
              <fieldset key={legend} className={styles.group}>
                <legend>{legend}</legend>
                {Object.entries(limits).map(([label, name]) => (
                  <TextInput
                    {...fieldOf(`cardLimits.${name}`)}
                    key={name}
                    label={label}
                    inputMode="numeric"
                    placeholder={String(usualCardLimits[name])}
                    defaultValue={cardLimits[name]}
                    maxLength={7}
                  />
                ))}
              </fieldset>
            ))}
            <p className={detail.about}>
              Above a limit, further attempts with a public key are refused until the minute or hour has
              passed. Leave a field empty to use the default. The limits on entered cards also apply to
              payments that need the cardholder’s approval. New accounts per hour are limited to ten times
              these numbers, and orders on one account to ten times the first.
            </p>
            <Textarea
              {...fieldOf('callbackHosts')}
              label="Hosts for callbacks"
              description="Hosts to which orders created with a public key may send their events, one per line, such as shop.example or shop.example:8443. The hosts of your own callback addresses are always allowed."
              defaultValue={callbackHosts.join('\n')}
              autosize
              minRows={2}
            />
          </>
        )}
      </SettingsForm>
    )}
  </SettingsPage>
)

/** Returns limits with null instead of a default. */
const withoutUsual = (limits: { [Name in keyof CardLimits]?: number | null }) =>
  Object.fromEntries(
    cardLimitNames.map((name) => {
      const limit = limits[name] ?? null
      return [name, limit === usualCardLimits[name] ? null : limit]
    }),
  )

/** The numbers of declined cards and refused attempts in the last hour. */
function CardAttempts() {
  const { data } = useQuery(useTRPC().settings.cardAttempts.queryOptions())
  if (!data) return null
  const { declined, refused } = data
  return (
    <p className={detail.about} role="status">
      {`In the last hour, ${counted(declined, 'card was', 'cards were')} declined and ${counted(refused, 'attempt was', 'attempts were')} refused.`}
    </p>
  )
}

const groups = [
  {
    legend: 'Cards entered per minute',
    limits: {
      'Per source address': 'cardsPerSource',
      'Per key': 'cardsPerKey',
      'Whole shop': 'cardsPerMerchant',
    },
  },
  {
    legend: 'Declined cards per hour',
    limits: {
      'Per source address': 'declinesPerSource',
      'Per key': 'declinesPerKey',
      'Whole shop': 'declinesPerMerchant',
    },
  },
] as const
