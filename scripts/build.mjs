import { build, checkNode, giveUp, install } from './prepare.mjs'

// `npm run build`: everything that `npm start` does before it starts.
checkNode()
await install().then(build).catch(giveUp)
