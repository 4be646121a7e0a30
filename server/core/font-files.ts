import { join } from 'node:path'

const modules = join(process.cwd(), 'node_modules')
const google = join(modules, '@expo-google-fonts')

/**
 * Fonts that documents embed, in the order in which they are tried: Inter, which the pages use; DejaVu, which covers more
 * scripts; those for Japanese and traditional Chinese, Korean, and simplified Chinese; Thai, Hindi and its relatives, emoji.
 */
export const fontFiles = {
  inter: {
    regular: join(google, 'inter/400Regular/Inter_400Regular.ttf'),
    bold: join(google, 'inter/600SemiBold/Inter_600SemiBold.ttf'),
  },
  dejavu: {
    regular: join(modules, 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    bold: join(modules, 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  },
  gothic: {
    regular: join(google, 'biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf'),
    bold: join(google, 'biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf'),
  },
  nanum: {
    regular: join(google, 'nanum-gothic/400Regular/NanumGothic_400Regular.ttf'),
    bold: join(google, 'nanum-gothic/700Bold/NanumGothic_700Bold.ttf'),
  },
  xiaowei: {
    regular: join(google, 'zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular.ttf'),
    bold: join(google, 'zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular.ttf'),
  },
  thai: {
    regular: join(google, 'noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
    bold: join(google, 'noto-sans-thai/600SemiBold/NotoSansThai_600SemiBold.ttf'),
  },
  devanagari: {
    regular: join(google, 'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
    bold: join(google, 'noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf'),
  },
  emoji: {
    regular: join(google, 'noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
    bold: join(google, 'noto-emoji/600SemiBold/NotoEmoji_600SemiBold.ttf'),
  },
} as const
