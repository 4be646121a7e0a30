import { join } from 'node:path'

const modules = join(process.cwd(), 'node_modules')

/** Fonts that documents embed. DejaVu covers more scripts; the pages use Inter. */
export const fontFiles = {
  dejavu: join(modules, 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  dejavuBold: join(modules, 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  inter: join(modules, '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  interBold: join(modules, '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
} as const
