import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '@/server/http/auth'

const handle = async (request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }) => {
  const cookies: string[] = []
  const response: Response = await NextAuth(
    request,
    context,
    authOptions({ headers: request.headers, cookies }),
  )
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

export { handle as GET, handle as POST }
