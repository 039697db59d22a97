import of83pvRksjH from 'pdfjs-dist/cmaps/83pv-RKSJ-H.bcmap?url&no-inline'
import of90msRksjH from 'pdfjs-dist/cmaps/90ms-RKSJ-H.bcmap?url&no-inline'
import of90msRksjV from 'pdfjs-dist/cmaps/90ms-RKSJ-V.bcmap?url&no-inline'
import of90mspRksjH from 'pdfjs-dist/cmaps/90msp-RKSJ-H.bcmap?url&no-inline'
import of90mspRksjV from 'pdfjs-dist/cmaps/90msp-RKSJ-V.bcmap?url&no-inline'
import of90pvRksjH from 'pdfjs-dist/cmaps/90pv-RKSJ-H.bcmap?url&no-inline'
import addRksjH from 'pdfjs-dist/cmaps/Add-RKSJ-H.bcmap?url&no-inline'
import addRksjV from 'pdfjs-dist/cmaps/Add-RKSJ-V.bcmap?url&no-inline'
import adobeCns1Ucs2 from 'pdfjs-dist/cmaps/Adobe-CNS1-UCS2.bcmap?url&no-inline'
import adobeGb1Ucs2 from 'pdfjs-dist/cmaps/Adobe-GB1-UCS2.bcmap?url&no-inline'
import adobeJapan1Ucs2 from 'pdfjs-dist/cmaps/Adobe-Japan1-UCS2.bcmap?url&no-inline'
import adobeKorea1Ucs2 from 'pdfjs-dist/cmaps/Adobe-Korea1-UCS2.bcmap?url&no-inline'
import b5pcH from 'pdfjs-dist/cmaps/B5pc-H.bcmap?url&no-inline'
import b5pcV from 'pdfjs-dist/cmaps/B5pc-V.bcmap?url&no-inline'
import cnsEucH from 'pdfjs-dist/cmaps/CNS-EUC-H.bcmap?url&no-inline'
import cnsEucV from 'pdfjs-dist/cmaps/CNS-EUC-V.bcmap?url&no-inline'
import eTenB5H from 'pdfjs-dist/cmaps/ETen-B5-H.bcmap?url&no-inline'
import eTenB5V from 'pdfjs-dist/cmaps/ETen-B5-V.bcmap?url&no-inline'
import eTenmsB5H from 'pdfjs-dist/cmaps/ETenms-B5-H.bcmap?url&no-inline'
import eTenmsB5V from 'pdfjs-dist/cmaps/ETenms-B5-V.bcmap?url&no-inline'
import eucH from 'pdfjs-dist/cmaps/EUC-H.bcmap?url&no-inline'
import eucV from 'pdfjs-dist/cmaps/EUC-V.bcmap?url&no-inline'
import extRksjH from 'pdfjs-dist/cmaps/Ext-RKSJ-H.bcmap?url&no-inline'
import extRksjV from 'pdfjs-dist/cmaps/Ext-RKSJ-V.bcmap?url&no-inline'
import gbEucH from 'pdfjs-dist/cmaps/GB-EUC-H.bcmap?url&no-inline'
import gbEucV from 'pdfjs-dist/cmaps/GB-EUC-V.bcmap?url&no-inline'
import gbkEucH from 'pdfjs-dist/cmaps/GBK-EUC-H.bcmap?url&no-inline'
import gbkEucV from 'pdfjs-dist/cmaps/GBK-EUC-V.bcmap?url&no-inline'
import gbk2kH from 'pdfjs-dist/cmaps/GBK2K-H.bcmap?url&no-inline'
import gbk2kV from 'pdfjs-dist/cmaps/GBK2K-V.bcmap?url&no-inline'
import gBKpEucH from 'pdfjs-dist/cmaps/GBKp-EUC-H.bcmap?url&no-inline'
import gBKpEucV from 'pdfjs-dist/cmaps/GBKp-EUC-V.bcmap?url&no-inline'
import gBpcEucH from 'pdfjs-dist/cmaps/GBpc-EUC-H.bcmap?url&no-inline'
import gBpcEucV from 'pdfjs-dist/cmaps/GBpc-EUC-V.bcmap?url&no-inline'
import h from 'pdfjs-dist/cmaps/H.bcmap?url&no-inline'
import hKscsB5H from 'pdfjs-dist/cmaps/HKscs-B5-H.bcmap?url&no-inline'
import hKscsB5V from 'pdfjs-dist/cmaps/HKscs-B5-V.bcmap?url&no-inline'
import kscEucH from 'pdfjs-dist/cmaps/KSC-EUC-H.bcmap?url&no-inline'
import kscEucV from 'pdfjs-dist/cmaps/KSC-EUC-V.bcmap?url&no-inline'
import kSCmsUhcH from 'pdfjs-dist/cmaps/KSCms-UHC-H.bcmap?url&no-inline'
import kSCmsUhcHwH from 'pdfjs-dist/cmaps/KSCms-UHC-HW-H.bcmap?url&no-inline'
import kSCmsUhcHwV from 'pdfjs-dist/cmaps/KSCms-UHC-HW-V.bcmap?url&no-inline'
import kSCmsUhcV from 'pdfjs-dist/cmaps/KSCms-UHC-V.bcmap?url&no-inline'
import kSCpcEucH from 'pdfjs-dist/cmaps/KSCpc-EUC-H.bcmap?url&no-inline'
import licence from 'pdfjs-dist/cmaps/LICENSE?url&no-inline'
import uniCNSUcs2H from 'pdfjs-dist/cmaps/UniCNS-UCS2-H.bcmap?url&no-inline'
import uniCNSUcs2V from 'pdfjs-dist/cmaps/UniCNS-UCS2-V.bcmap?url&no-inline'
import uniCNSUtf16H from 'pdfjs-dist/cmaps/UniCNS-UTF16-H.bcmap?url&no-inline'
import uniCNSUtf16V from 'pdfjs-dist/cmaps/UniCNS-UTF16-V.bcmap?url&no-inline'
import uniGBUcs2H from 'pdfjs-dist/cmaps/UniGB-UCS2-H.bcmap?url&no-inline'
import uniGBUcs2V from 'pdfjs-dist/cmaps/UniGB-UCS2-V.bcmap?url&no-inline'
import uniGBUtf16H from 'pdfjs-dist/cmaps/UniGB-UTF16-H.bcmap?url&no-inline'
import uniGBUtf16V from 'pdfjs-dist/cmaps/UniGB-UTF16-V.bcmap?url&no-inline'
import uniJISUcs2H from 'pdfjs-dist/cmaps/UniJIS-UCS2-H.bcmap?url&no-inline'
import uniJISUcs2HwH from 'pdfjs-dist/cmaps/UniJIS-UCS2-HW-H.bcmap?url&no-inline'
import uniJISUcs2HwV from 'pdfjs-dist/cmaps/UniJIS-UCS2-HW-V.bcmap?url&no-inline'
import uniJISUcs2V from 'pdfjs-dist/cmaps/UniJIS-UCS2-V.bcmap?url&no-inline'
import uniJISUtf16H from 'pdfjs-dist/cmaps/UniJIS-UTF16-H.bcmap?url&no-inline'
import uniJISUtf16V from 'pdfjs-dist/cmaps/UniJIS-UTF16-V.bcmap?url&no-inline'
import uniJIS2004Utf16H from 'pdfjs-dist/cmaps/UniJIS2004-UTF16-H.bcmap?url&no-inline'
import uniJIS2004Utf16V from 'pdfjs-dist/cmaps/UniJIS2004-UTF16-V.bcmap?url&no-inline'
import uniKSUcs2H from 'pdfjs-dist/cmaps/UniKS-UCS2-H.bcmap?url&no-inline'
import uniKSUcs2V from 'pdfjs-dist/cmaps/UniKS-UCS2-V.bcmap?url&no-inline'
import uniKSUtf16H from 'pdfjs-dist/cmaps/UniKS-UTF16-H.bcmap?url&no-inline'
import uniKSUtf16V from 'pdfjs-dist/cmaps/UniKS-UTF16-V.bcmap?url&no-inline'
import v from 'pdfjs-dist/cmaps/V.bcmap?url&no-inline'

/**
 * URLs of the tables for East Asian fonts that a PDF names but does not contain: the tables of the PDF standard, the
 * tables that those build on, and their mappings to Unicode. Each is a file of this app, fetched when a PDF asks for it
 * by name, and not kept for offline.
 */
export const TABLES: Readonly<Record<string, string>> = {
  // the licence, which has to come with them
  LICENSE: licence,
  '83pv-RKSJ-H': of83pvRksjH,
  '90ms-RKSJ-H': of90msRksjH,
  '90ms-RKSJ-V': of90msRksjV,
  '90msp-RKSJ-H': of90mspRksjH,
  '90msp-RKSJ-V': of90mspRksjV,
  '90pv-RKSJ-H': of90pvRksjH,
  'Add-RKSJ-H': addRksjH,
  'Add-RKSJ-V': addRksjV,
  'Adobe-CNS1-UCS2': adobeCns1Ucs2,
  'Adobe-GB1-UCS2': adobeGb1Ucs2,
  'Adobe-Japan1-UCS2': adobeJapan1Ucs2,
  'Adobe-Korea1-UCS2': adobeKorea1Ucs2,
  'B5pc-H': b5pcH,
  'B5pc-V': b5pcV,
  'CNS-EUC-H': cnsEucH,
  'CNS-EUC-V': cnsEucV,
  'ETen-B5-H': eTenB5H,
  'ETen-B5-V': eTenB5V,
  'ETenms-B5-H': eTenmsB5H,
  'ETenms-B5-V': eTenmsB5V,
  'EUC-H': eucH,
  'EUC-V': eucV,
  'Ext-RKSJ-H': extRksjH,
  'Ext-RKSJ-V': extRksjV,
  'GB-EUC-H': gbEucH,
  'GB-EUC-V': gbEucV,
  'GBK-EUC-H': gbkEucH,
  'GBK-EUC-V': gbkEucV,
  'GBK2K-H': gbk2kH,
  'GBK2K-V': gbk2kV,
  'GBKp-EUC-H': gBKpEucH,
  'GBKp-EUC-V': gBKpEucV,
  'GBpc-EUC-H': gBpcEucH,
  'GBpc-EUC-V': gBpcEucV,
  H: h,
  'HKscs-B5-H': hKscsB5H,
  'HKscs-B5-V': hKscsB5V,
  'KSC-EUC-H': kscEucH,
  'KSC-EUC-V': kscEucV,
  'KSCms-UHC-H': kSCmsUhcH,
  'KSCms-UHC-HW-H': kSCmsUhcHwH,
  'KSCms-UHC-HW-V': kSCmsUhcHwV,
  'KSCms-UHC-V': kSCmsUhcV,
  'KSCpc-EUC-H': kSCpcEucH,
  'UniCNS-UCS2-H': uniCNSUcs2H,
  'UniCNS-UCS2-V': uniCNSUcs2V,
  'UniCNS-UTF16-H': uniCNSUtf16H,
  'UniCNS-UTF16-V': uniCNSUtf16V,
  'UniGB-UCS2-H': uniGBUcs2H,
  'UniGB-UCS2-V': uniGBUcs2V,
  'UniGB-UTF16-H': uniGBUtf16H,
  'UniGB-UTF16-V': uniGBUtf16V,
  'UniJIS-UCS2-H': uniJISUcs2H,
  'UniJIS-UCS2-HW-H': uniJISUcs2HwH,
  'UniJIS-UCS2-HW-V': uniJISUcs2HwV,
  'UniJIS-UCS2-V': uniJISUcs2V,
  'UniJIS-UTF16-H': uniJISUtf16H,
  'UniJIS-UTF16-V': uniJISUtf16V,
  'UniJIS2004-UTF16-H': uniJIS2004Utf16H,
  'UniJIS2004-UTF16-V': uniJIS2004Utf16V,
  'UniKS-UCS2-H': uniKSUcs2H,
  'UniKS-UCS2-V': uniKSUcs2V,
  'UniKS-UTF16-H': uniKSUtf16H,
  'UniKS-UTF16-V': uniKSUtf16V,
  V: v,
}
