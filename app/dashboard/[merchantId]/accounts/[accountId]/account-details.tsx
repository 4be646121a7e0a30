'use client'

import { countryName } from '@/server/model/formats'
import { languageInEnglish } from '@/server/model/language'
import { Copied } from '../../../_parts/copied'
import { Facts } from '../../../_parts/detail'
import { Masked } from '../../../_parts/masked'
import type { AccountDetail } from '../../_parts/loaded-account'

/** The details of an account and its customer. */
export function AccountDetails({ account }: { account: AccountDetail }) {
  const { type, identityNumber, vatNumber, id: customerId, email, phone, address } = account.customer ?? {}
  const { street, zipCode, city, countryCode } = address ?? {}
  const country = countryCode && countryName(countryCode)
  const place = [street, [zipCode, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
  return (
    <Facts
      facts={{
        ID: <Copied text={account.id} name="the account ID" />,
        Number: account.number && <Copied text={account.number} name="the account number" plain />,
        'E-mail': email && <Copied text={email} name="the e-mail address" plain />,
        Phone: phone && <Copied text={phone} name="the phone number" plain />,
        Address: place,
        Language: languageFact(account),
        Type: type === 'person' ? 'Person' : type && 'Organisation',
        'Identity number': identityNumber && <Masked text={identityNumber} name="the identity number" />,
        'VAT number': vatNumber,
        'Customer ID': customerId && <Copied text={customerId} name="the customer ID" plain />,
      }}
    />
  )
}

const languageFact = ({ language, chosenLanguage }: AccountDetail) =>
  language
    ? languageInEnglish[language]
    : chosenLanguage && `${languageInEnglish[chosenLanguage]}, chosen by the customer`
