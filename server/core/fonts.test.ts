import { openSync } from 'fontkit'
import { expect, test } from 'vitest'
import { fontFor, fontRuns } from './fonts'

const nameOf = (file: string) => {
  const font = openSync(file)
  if ('fonts' in font) expect.fail('a collection of fonts')
  return font.postscriptName
}

test.each([
  ['Åsa Öberg, 12 €', 'Inter'],
  ['Σωκράτης', 'Inter'],
  ['שלום', 'DejaVu'],
  ['佐藤 花子', 'BIZUDPGothic'],
  ['コーヒー豆（500 g）', 'BIZUDPGothic'],
  ['臺灣咖啡', 'BIZUDPGothic'],
  ['김민준', 'NanumGothic'],
  ['张伟 北京 说话', 'XiaoWei'],
  ['สมชาย ใจดี', 'NotoSansThai'],
  ['राम कुमार', 'NotoSansDevanagari'],
  // Pictures do not decide on the font of the words.
  ['Coffee ☕️🎉', 'Inter'],
  ['佐藤 🎉', 'BIZUDPGothic'],
  ['🎉', 'Inter'],
])('%s is set in %s', (text, name) => {
  for (const weight of ['regular', 'bold'] as const) expect(nameOf(fontFor(text, weight))).toContain(name)
})

test.each([
  ['Coffee ☕️🎉 2 kg', ['Coffee ', '☕️🎉', ' 2 kg'], ['Inter', 'NotoEmoji', 'Inter']],
  ['👨‍👩‍👧🇸🇪👍🏽1️⃣', ['👨‍👩‍👧🇸🇪👍🏽1️⃣'], ['NotoEmoji']],
  ['Åsa (佐藤)', ['Åsa (佐藤)'], ['BIZUDPGothic']],
  ['Somchai สมชาย', ['Somchai สมชาย'], ['NotoSansThai']],
  ['שלום สมชาย', ['שלום', ' สมชาย'], ['DejaVu', 'NotoSansThai']],
  // No font has Khmer. The document must not refer to a glyph that does not exist.
  ['Sok សុខ', ['Sok ', '\ufffd\ufffd'], ['Inter', 'DejaVu']],
])('%s is divided into %j', (text, texts, names) => {
  for (const weight of ['regular', 'bold'] as const) {
    const runs = fontRuns(text, text, weight)
    expect(runs.map((run) => run.text)).toEqual(texts)
    for (const [index, { file, text }] of runs.entries()) {
      expect(nameOf(file)).toContain(names[index])
      const font = openSync(file)
      if ('fonts' in font) expect.fail('a collection of fonts')
      expect(font.layout(text).glyphs.map(({ id }) => id)).not.toContain(0)
    }
  }
})
