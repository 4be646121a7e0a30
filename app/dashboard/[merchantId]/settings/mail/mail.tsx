'use client'

import { NativeSelect, TextInput } from '@mantine/core'
import { languageInEnglish, languageOf, languages } from '@/server/model/language'
import detail from '../../../_parts/detail.module.css'
import { type MerchantSettings, SettingsForm, SettingsPage } from '../_parts/settings-form'
import styles from './mail.module.css'
import { StoredMail } from './stored-mail'
import { Templates } from './templates'

/** The mail that customers get: the address for questions, the language, and every template with the merchant's words. */
export const Mail = () => (
  <SettingsPage title="Mail" about="The e-mails that your customers get, and what they say.">
    {(settings) => (
      <>
        <StoredMail />
        <div className={styles.basics}>
          <SupportAddress address={settings.branding.supportEmail} />
          <MailLanguage locale={settings.locale} />
        </div>
        <Templates initial={languageOf(settings.locale)} />
      </>
    )}
  </SettingsPage>
)

const SupportAddress = ({ address }: { address: string | undefined }) => (
  <div>
    <SettingsForm
      what="address"
      settings={{ branding: { supportEmail: address } }}
      changes={(text) => ({ branding: { supportEmail: text('supportEmail') || null } })}
    >
      {(fieldOf) => (
        <TextInput
          {...fieldOf('branding.supportEmail')}
          name="supportEmail"
          label="Support address"
          description={
            address
              ? 'Shown to customers. Their replies go to this address.'
              : 'No support address yet, so nobody receives customers’ replies. Add an address that someone reads.'
          }
          type="email"
          maxLength={500}
          defaultValue={address}
        />
      )}
    </SettingsForm>
  </div>
)

function MailLanguage({ locale }: Pick<MerchantSettings, 'locale'>) {
  const own = new Intl.Locale(locale)
  const language = languageOf(locale)
  const { region } = own.maximize()
  return (
    <div>
      <SettingsForm
        what="language"
        settings={{ locale }}
        // A language that is not offered here stays: dates and amounts are in its format.
        changes={(text) => ({
          locale: text('locale') === language ? locale : `${text('locale')}-${region}`,
        })}
      >
        {(fieldOf) => (
          <NativeSelect
            {...fieldOf('locale')}
            label="Default language"
            description="For customers who have not chosen one, and for whom you have not set one on their account."
            data={languages.map((value) => ({ value, label: languageInEnglish[value] }))}
            defaultValue={language}
          />
        )}
      </SettingsForm>
      {own.language !== language && (
        <p className={detail.soft}>There are no texts in the language of {locale}, so mail is in English.</p>
      )}
    </div>
  )
}
