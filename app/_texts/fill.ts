import { isolated } from '@/server/model/isolated'

/** Returns a text with its placeholders filled in. */
export const fill = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => isolated(values[name] ?? ''))
