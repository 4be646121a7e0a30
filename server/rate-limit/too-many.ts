import { KassaError } from '../model/errors'

/** Returns the error for a reached limit. `description` says which one; when to try again is added. */
export function tooMany(
  { again, now }: { again: Date; now: Date },
  content: { type: string; description: string },
): KassaError {
  const seconds = Math.max(1, Math.ceil((again.getTime() - now.getTime()) / 1000))
  return new KassaError(
    'too many requests',
    { ...content, description: `${content.description} Try again in ${inWords(seconds)}.` },
    { headers: { 'Retry-After': String(seconds) } },
  )
}

function inWords(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
