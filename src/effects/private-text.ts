import { carriesData } from '../settings/carried-data.ts'
import { typedAddressesIn, withoutAddresses } from '../tools/web/addresses.ts'

/**
 * Whether a person's own words are private: long or pasted text, and short text with a number, a person's address, a
 * key, or a word that says so. A question such as "What is the weather in Berlin?" is not.
 */
export function isPrivateText(text: string): boolean {
  if (text.length > LONG || text.split('\n').length > MANY_LINES) return true
  if (typedAddressesIn(text).some((address) => URL.canParse(address) && carriesData(new URL(address)))) return true
  const words = withoutAddresses(text.normalize('NFKC'))
  if (TELLING.test(words) || MAIL.test(words) || KEY.test(words)) return true
  return numbersIn(words).some((number) => !isYear(number, words))
}

/** Most characters and lines of a request that a person types. */
export const LONG = 500
export const MANY_LINES = 10

/** Words that mark what follows as private, in some widely spoken languages. */
const TELLING = new RegExp(
  [
    String.raw`\b(?:pass(?:word|wort|phrase|code)s?|passwd|pwd|pins?|tan|otp|secrets?|tokens?|api[ _-]?keys?|credentials?|private|confidential|classified|nda|salar(?:y|ies)|wages?|payslips?|ssn|social security|tax id|iban|bic|account (?:number|no)|card number|cvv|diagnos\w*|prescriptions?|patients?|pregnan\w*|hiv|born on|date of birth|my address)\b`,
    String.raw`\b(?:kennwort|geheim\w*|vertraulich\w*|gehalt|geh[äa]lter|lohn|kontonummer|steuernummer|krankheit\w*|schwanger|geburtsdatum|mot de passe|confidentiel\w*|salaire|secret|contrase[ñn]a|confidencial\w*|salario|senha|sal[áa]rio|пароль|зарплат\w*|секрет\w*)`,
    '密码|口令|密钥|验证码|身份证|工资|薪水|薪资|银行卡|账号|帐号|卡号|保密|机密|隐私|私密|病历|怀孕|パスワード|暗証番号|秘密|給料|비밀번호|월급',
  ].join('|'),
  'iu',
)
const MAIL = /[\w.+-]+@[\w-]+\.\w/
/** Mixed case with digits, or letters and digits in turns: not a word. */
const KEY =
  /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{12,}|(?<![\w-])(?=(?:[\w-]*\d[a-zA-Z]){2})[\w-]{16,}/

/** Four or more digits, also in groups (`12 34`, `555-0199`). Covers all scripts: NFKC made the digits plain. */
const numbersIn = (text: string): string[] =>
  [...text.matchAll(/\p{Nd}(?:[ .,/-]?\p{Nd}){3,}/gu)].map(([number]) => number)

/** A year among words is not private; alone it may be. */
const isYear = (number: string, text: string): boolean =>
  /^(?:1[5-9]|20)\d\d(?:[ /-]{1,3}(?:(?:1[5-9]|20)\d\d|\d{1,2}))?$/.test(number) &&
  (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= 3
