import { carriesData } from '../settings/carried-data.ts'
import { typedAddressesIn, withoutAddresses } from '../tools/web/addresses.ts'

/**
 * Whether a person's own words are private: long or pasted text, and short text that holds a number, an address of a
 * person, a key, or a word that says so. A question such as "What is the weather in Berlin?" is not.
 */
export function isPrivateText(text: string): boolean {
  if (text.length > LONG || text.split('\n').length > MANY_LINES) return true
  if (typedAddressesIn(text).some((address) => URL.canParse(address) && carriesData(new URL(address)))) return true
  const words = withoutAddresses(text.normalize('NFKC'))
  if (TELLING.test(words) || MAIL.test(words) || KEY.test(words)) return true
  return numbersIn(words).some((number) => !isYear(number, words))
}

/** Characters and lines of a request that a person types. */
export const LONG = 500
export const MANY_LINES = 10

/** Words that say that what stands beside them is private, in some of the languages that are spoken most. */
const TELLING = new RegExp(
  [
    String.raw`\b(?:pass(?:word|wort|phrase|code)s?|passwd|pwd|pins?|tan|otp|secrets?|tokens?|api[ _-]?keys?|credentials?|private|confidential|classified|nda|salar(?:y|ies)|wages?|payslips?|ssn|social security|tax id|iban|bic|account (?:number|no)|card number|cvv|diagnos\w*|prescriptions?|patients?|pregnan\w*|hiv|born on|date of birth|my address)\b`,
    String.raw`\b(?:kennwort|geheim\w*|vertraulich\w*|gehalt|geh[äa]lter|lohn|kontonummer|steuernummer|krankheit\w*|schwanger|geburtsdatum|mot de passe|confidentiel\w*|salaire|secret|contrase[ñn]a|confidencial\w*|salario|senha|sal[áa]rio|пароль|зарплат\w*|секрет\w*)`,
    '密码|口令|密钥|验证码|身份证|工资|薪水|薪资|银行卡|账号|帐号|卡号|保密|机密|隐私|私密|病历|怀孕|パスワード|暗証番号|秘密|給料|비밀번호|월급',
  ].join('|'),
  'iu',
)
const MAIL = /[\w.+-]+@[\w-]+\.\w/
/** Letters of both cases with digits, or letters and digits in turns: no word. */
const KEY =
  /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{12,}|(?<![\w-])(?=(?:[\w-]*\d[a-zA-Z]){2})[\w-]{16,}/

/** Digits of four and more, also in groups (`12 34`, `555-0199`). Of all scripts: NFKC made them plain. */
const numbersIn = (text: string): string[] =>
  [...text.matchAll(/\p{Nd}(?:[ .,/-]?\p{Nd}){3,}/gu)].map(([number]) => number)

/** A year among words is no number that somebody keeps to themselves; alone it may be one. */
const isYear = (number: string, text: string): boolean =>
  /^(?:1[5-9]|20)\d\d(?:[ /-]{1,3}(?:(?:1[5-9]|20)\d\d|\d{1,2}))?$/.test(number) &&
  (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= 3
