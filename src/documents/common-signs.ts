/**
 * Characters that any Chinese, Japanese or Korean text is full of. Bytes decoded in a wrong encoding give characters
 * that are rarely used.
 */

const CHINESE =
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展科司五基书非则听白却界达光放强即像难且思王象完设式路记南品住类求据程北边死张该交规万取格望术领共确传师清今切院识候带运'
/** In the forms used in Taiwan, Hong Kong and Japan. */
const TRADITIONAL =
  '這個們來為國說時會對於過發後裡種經學當動樣還進開從實軍無與長機業關點兩間問應戰頭體見產話給門兒東聲員論處義幾認條氣題爾別變總電數報結務場計區隊決則聽達強難設記類據邊張該規萬術領確傳師識帶運讓資許統書單號價錢請謝台灣'
const JAPANESE = '実対発経学当様気売買読会国円図価値権駅済験検続録変応広帰伝働込私彼何'
/** Frequent in tables rather than in texts. */
const OF_TABLES =
  '姓名编號号日期金额額单位地址话备備注产价格数數量合计計部门性别男女年龄齡省市县縣区區街路楼樓室张張王李刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫马馬朱胡郭林何高罗羅京上海广廣州深圳杭成都武汉漢销銷售收入支出订訂客户戶公司零〇二四六七八九百千万億亿元角氏住所郵便番商'
const KOREAN =
  '이다는을의에가고하은지를로한도기사나자시어서리대아인그라일해수들정부전보으구제있과만성주와적관상장게면여원스경공조소오비안신것요계우국위동거실발중내세미방회유마연당없되습니했년문동김박최름화번호'

const ALL: ReadonlySet<string> = new Set(CHINESE + TRADITIONAL + JAPANESE + OF_TABLES + KOREAN)

/** Kana, and the punctuation and brackets of these scripts. */
const KANA_OR_STOP = /[\u3001-\u3015\u3041-\u3096\u30a1-\u30fc\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]/

/** The share of common characters next to others, among the non-ASCII characters of a text: 0 to 1. */
export function shareOfCommon(text: string): number {
  let common = 0
  let all = 0
  for (const [run] of text.matchAll(/[\u0080-\uffff]+/g)) {
    // bytes that are invalid in an encoding count against it
    all += run.length + 10 * (run.split('\ufffd').length - 1)
    if (run.length > 1) for (const sign of run) if (ALL.has(sign) || KANA_OR_STOP.test(sign)) common++
  }
  return all === 0 ? 0 : common / all
}
