import { headers } from 'next/headers'
import { pathHeader } from '@/server/http/policy'
import { wordsForVisitor } from '../_parts/customer/login-page'
import { Frame } from './_parts/frame'

/** Shown for an unknown `pareq`. */
export default async function UnknownVerification() {
  const words = await wordsForVisitor(undefined)
  const path = (await headers()).get(pathHeader) ?? '/bank'
  return (
    <Frame words={words} path={path}>
      <h1>{words.say('bank.unknownTitle')}</h1>
      <p>{words.say('bank.unknown')}</p>
      <p>{words.say('bank.unknownDeveloper')}</p>
    </Frame>
  )
}
