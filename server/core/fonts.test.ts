import { openSync } from 'fontkit'
import { expect, test } from 'vitest'
import { fontFor } from './fonts'

test.each([
  ['Åsa Öberg, 12 €', 'Inter'],
  ['Σωκράτης', 'Inter'],
  ['שלום', 'DejaVu'],
  ['佐藤 花子', 'BIZUDPGothic'],
  ['コーヒー豆（500 g）', 'BIZUDPGothic'],
  ['臺灣咖啡', 'BIZUDPGothic'],
  ['김민준', 'NanumGothic'],
  ['张伟 北京 说话', 'XiaoWei'],
  // No font has emoji, and the large ones are not opened for them.
  ['Coffee ☕️🎉', 'DejaVu'],
  // Rather one box than all of them.
  ['佐藤 🎉', 'BIZUDPGothic'],
])('%s is set in %s', (text, name) => {
  for (const weight of ['regular', 'bold'] as const) {
    const font = openSync(fontFor(text, weight))
    if ('fonts' in font) expect.fail('a collection of fonts')
    expect(font.postscriptName).toContain(name)
    // Some fonts end with a space, which has no outline.
    expect(font.layout(`${text} \u00a0`).advanceWidth).toBeGreaterThan(0)
  }
})
