export { SettingsNavigation as default } from './settings-navigation'
