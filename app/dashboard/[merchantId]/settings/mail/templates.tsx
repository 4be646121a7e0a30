'use client'

import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isLanguage, type Language, languageInEnglish, languages } from '@/server/model/language'
import type { CustomerTemplate } from '@/server/model/mail'
import { customerTemplates, type OwnWords } from '@/server/model/mail-wording'
import { useTRPC } from '../../../_parts/calls'
import detail from '../../../_parts/detail.module.css'
import { FormSkeleton, MailSkeleton } from '../../../_parts/skeletons'
import { useWithNonce } from '../../../_parts/theme'
import { mailNames } from '../../_parts/mail-words'
import styles from './mail.module.css'
import { WordsForm } from './words-form'

const widths = { phone: 'Phone', desktop: 'Desktop' } as const
type Width = keyof typeof widths

/** Every mail in each language, with sample data, and a form for the merchant's own words. */
export function Templates({ initial }: { initial: Language }) {
  const trpc = useTRPC()
  const [template, setTemplate] = useState<CustomerTemplate>('receipt')
  const [language, setLanguage] = useState<Language>(initial)
  const [width, setWidth] = useState<Width>('phone')
  const [typed, setTyped] = useState<OwnWords>()
  const [words] = useDebouncedValue(typed, 200)
  const name = { template, language }
  const { data: saved } = useQuery(trpc.settings.previewTemplate.queryOptions(name))
  const preview = useQuery(
    trpc.settings.previewTemplate.queryOptions(
      { ...name, ...(words && { words }) },
      { placeholderData: keepPreviousData },
    ),
  )
  return (
    <section aria-labelledby="texts">
      <h2 id="texts" className={styles.heading}>
        Texts
      </h2>
      <div className={styles.choices}>
        <NativeSelect
          label="E-mail"
          value={template}
          data={customerTemplates.map((value) => ({ value, label: mailNames[value] }))}
          onChange={({ currentTarget: { value } }) => {
            setTyped(undefined)
            setTemplate(customerTemplates.find((each) => each === value) ?? 'receipt')
          }}
        />
        <SegmentedControl
          aria-label="Language"
          value={language}
          data={languages.map((value) => ({ value, label: languageInEnglish[value] }))}
          onChange={(value) => {
            setTyped(undefined)
            if (isLanguage(value)) setLanguage(value)
          }}
        />
        <SegmentedControl
          aria-label="Width of the preview"
          value={width}
          data={Object.entries(widths).map(([value, label]) => ({ value, label }))}
          onChange={(value) => setWidth(value === 'desktop' ? 'desktop' : 'phone')}
        />
      </div>
      <div className={styles.beside} data-width={width}>
        {saved?.defaults ? (
          <WordsForm
            key={`${template} ${language}`}
            name={name}
            own={saved.own}
            defaults={saved.defaults}
            onType={setTyped}
          />
        ) : (
          <FormSkeleton what="The words" fields={4} />
        )}
        <Preview mail={preview.data} failed={preview.isError} width={width} />
      </div>
    </section>
  )
}

/** A mail in a frame without scripts, at desktop or phone width. */
function Preview({
  mail,
  failed,
  width,
}: {
  mail: { subject: string; html: string } | undefined
  failed: boolean
  width: Width
}) {
  const withNonce = useWithNonce()
  if (!mail) {
    return failed ? (
      <p className={detail.soft}>The preview could not be loaded. Reload the page to try again.</p>
    ) : (
      <MailSkeleton />
    )
  }
  return (
    <div className={width === 'phone' ? styles.phone : undefined}>
      <p className={styles.subject}>
        <span className="visually-hidden">Subject: </span>
        <strong>{mail.subject}</strong>
      </p>
      <iframe
        title="Preview of the e-mail"
        className={styles.mail}
        srcDoc={withNonce(mail.html)}
        sandbox=""
      />
    </div>
  )
}
