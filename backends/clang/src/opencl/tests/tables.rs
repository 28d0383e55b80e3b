//! The tables and functions with which a compiler finds builtins.

use expect_test::expect;

use super::check;

const BUILTINS: &str = r#"
def : Builtin<"cos", [GenF, GenF]> { let IsConst = 1; }
def : Builtin<"sin", [GenF, GenF]> { let IsConst = 1; }
def : Builtin<"tan", [GenF, GenF]> { let MinVersion = V<200>; let MaxVersion = V<300>; let Extension = E<"ext_a ext_b">; }
def : Builtin<"load", [Void, PointerType<ConstType<Float>, "clang::LangAS::opencl_global">, PointerType<GenF, "clang::LangAS::opencl_local">]>;
def : Builtin<"read", [Int, ImageRO, ImageRW]> { let IsPure = 1; let IsConv = 1; }
def : Builtin<"fence", [Void]>;
"#;

#[test]
fn tables() {
    check(
        "gen-clang-opencl-builtins",
        BUILTINS,
        expect![[r##"
        #include "llvm/ADT/StringRef.h"
        using namespace clang;

        enum OpenCLTypeID {
          OCLT_float,
          OCLT_half,
          OCLT_image2d_t,
          OCLT_int,
          OCLT_void,
          OCLT_GenF,
        };

        // Image access qualifier.
        enum OpenCLAccessQual : unsigned char {
          OCLAQ_None,
          OCLAQ_ReadOnly,
          OCLAQ_WriteOnly,
          OCLAQ_ReadWrite
        };

        // Represents a return type or argument type.
        struct OpenCLTypeStruct {
          // A type (e.g. float, int, ...).
          const OpenCLTypeID ID;
          // Vector size (if applicable; 0 for scalars and generic types).
          const unsigned VectorWidth;
          // 0 if the type is not a pointer.
          const bool IsPointer : 1;
          // 0 if the type is not const.
          const bool IsConst : 1;
          // 0 if the type is not volatile.
          const bool IsVolatile : 1;
          // Access qualifier.
          const OpenCLAccessQual AccessQualifier;
          // Address space of the pointer (if applicable).
          const LangAS AS;
        };

        // One overload of an OpenCL builtin function.
        struct OpenCLBuiltinStruct {
          // Index of the signature in the OpenCLTypeStruct table.
          const unsigned SigTableIndex;
          // Entries between index SigTableIndex and (SigTableIndex + NumTypes - 1) in
          // the SignatureTable represent the complete signature.  The first type at
          // index SigTableIndex is the return type.
          const unsigned NumTypes;
          // Function attribute __attribute__((pure))
          const bool IsPure : 1;
          // Function attribute __attribute__((const))
          const bool IsConst : 1;
          // Function attribute __attribute__((convergent))
          const bool IsConv : 1;
          // OpenCL extension(s) required for this overload.
          const unsigned short Extension;
          // OpenCL versions in which this overload is available.
          const unsigned short Versions;
        };

        static const char *FunctionExtensionTable[] = {
          // 0: None
          "",
          // 1: anonymous_7
          "fp16",
          // 2: anonymous_9
          "rw_images",
          // 3: anonymous_17
          "ext_a ext_b",
        };

        static const OpenCLTypeStruct TypeTable[] = {
          // 0
          {OCLT_float, 1, 0, 0, 0, OCLAQ_None, clang::LangAS::Default},
          // 1
          {OCLT_GenF, 0, 0, 0, 0, OCLAQ_None, clang::LangAS::Default},
          // 2
          {OCLT_half, 1, 0, 0, 0, OCLAQ_None, clang::LangAS::Default},
          // 3
          {OCLT_image2d_t, 0, 0, 0, 0, OCLAQ_ReadOnly, clang::LangAS::Default},
          // 4
          {OCLT_image2d_t, 0, 0, 0, 0, OCLAQ_ReadWrite, clang::LangAS::Default},
          // 5
          {OCLT_int, 1, 0, 0, 0, OCLAQ_None, clang::LangAS::Default},
          // 6
          {OCLT_void, 1, 0, 0, 0, OCLAQ_None, clang::LangAS::Default},
          // 7
          {OCLT_float, 1, 0, 1, 0, OCLAQ_None, clang::LangAS::Default},
          // 8
          {OCLT_float, 1, 1, 1, 0, OCLAQ_None, clang::LangAS::opencl_global},
          // 9
          {OCLT_GenF, 1, 1, 0, 0, OCLAQ_None, clang::LangAS::opencl_local},
        };

        static const unsigned short SignatureTable[] = {
          // 0
          1, 1, 
          // 2
          6, 8, 9, 
          // 5
          5, 3, 4, 
          // 8
          6, 
        };

        static const OpenCLBuiltinStruct BuiltinTable[] = {
          // 1: cos, sin, 
          { 0, 2, 0, 1, 0, 0, 31 },
          // 2: tan, 
          { 0, 2, 0, 0, 0, 3, 8 },
          // 3: load, 
          { 2, 3, 0, 0, 0, 0, 31 },
          // 4: read, 
          { 5, 3, 1, 0, 1, 0, 31 },
          // 5: fence, 
          { 8, 1, 0, 0, 0, 0, 31 },
        };


        // Find out whether a string matches an existing OpenCL builtin function name.
        // Returns: A pair <0, 0> if no name matches.
        //          A pair <Index, Len> indexing the BuiltinTable if the name is
        //          matching an OpenCL builtin function.
        static std::pair<unsigned, unsigned> isOpenCLBuiltin(llvm::StringRef Name) {

          switch (Name.size()) {
          default: break;
          case 3:	 // 3 strings to match.
            switch (Name[0]) {
            default: break;
            case 'c':	 // 1 string to match.
              if (memcmp(Name.data()+1, "os", 2) != 0)
                break;
              return std::make_pair(1, 1);	 // "cos"
            case 's':	 // 1 string to match.
              if (memcmp(Name.data()+1, "in", 2) != 0)
                break;
              return std::make_pair(1, 1);	 // "sin"
            case 't':	 // 1 string to match.
              if (memcmp(Name.data()+1, "an", 2) != 0)
                break;
              return std::make_pair(2, 1);	 // "tan"
            }
            break;
          case 4:	 // 2 strings to match.
            switch (Name[0]) {
            default: break;
            case 'l':	 // 1 string to match.
              if (memcmp(Name.data()+1, "oad", 3) != 0)
                break;
              return std::make_pair(3, 1);	 // "load"
            case 'r':	 // 1 string to match.
              if (memcmp(Name.data()+1, "ead", 3) != 0)
                break;
              return std::make_pair(4, 1);	 // "read"
            }
            break;
          case 5:	 // 1 string to match.
            if (memcmp(Name.data()+0, "fence", 5) != 0)
              break;
            return std::make_pair(5, 1);	 // "fence"
          }
          return std::make_pair(0, 0);
        } // isOpenCLBuiltin


        static QualType getOpenCLEnumType(Sema &S, llvm::StringRef Name);
        static QualType getOpenCLTypedefType(Sema &S, llvm::StringRef Name);

        // Convert an OpenCLTypeStruct type to a list of QualTypes.
        // Generic types represent multiple types and vector sizes, thus a vector
        // is returned. The conversion is done in two steps:
        // Step 1: A switch statement fills a vector with scalar base types for the
        //         Cartesian product of (vector sizes) x (types) for generic types,
        //         or a single scalar type for non generic types.
        // Step 2: Qualifiers and other type properties such as vector size are
        //         applied.
        static void OCL2Qual(Sema &S, const OpenCLTypeStruct &Ty,
                             llvm::SmallVectorImpl<QualType> &QT) {
          ASTContext &Context = S.Context;
          // Number of scalar types in the GenType.
          unsigned GenTypeNumTypes;
          // Pointer to the list of vector sizes for the GenType.
          llvm::ArrayRef<unsigned> GenVectorSizes;
          constexpr unsigned ListForGenF[] = {1, 4, };

          switch (Ty.ID) {
            case OCLT_image2d_t:
              switch (Ty.AccessQualifier) {
                case OCLAQ_None:
                  llvm_unreachable("Image without access qualifier");
                case OCLAQ_ReadOnly:
                  QT.push_back(Context.image2d_tTy);
                  break;
                case OCLAQ_ReadWrite:
                  if (S.getPreprocessor().isMacroDefined("rw_images")) {
                    QT.push_back(Context.image2d_tTy);
                  }
                  break;
              }
              break;
            case OCLT_GenF: {
              SmallVector<QualType, 2> TypeList;
              TypeList.push_back(Context.floatTy);
              if (S.getPreprocessor().isMacroDefined("fp16")) {
                TypeList.push_back(Context.halfTy);
              }
              GenTypeNumTypes = TypeList.size();
              QT.reserve(4);
              for (unsigned I = 0; I < 2; I++) {
                QT.append(TypeList);
              }
              GenVectorSizes = ListForGenF;
              break;
            }
            case OCLT_float:
              QT.push_back(Context.floatTy);
              break;
            case OCLT_half:
              if (S.getPreprocessor().isMacroDefined("fp16")) {
                QT.push_back(Context.halfTy);
              }
              break;
            case OCLT_int:
              QT.push_back(Context.intTy);
              break;
            case OCLT_void:
              QT.push_back(Context.voidTy);
              break;
          } // end of switch (Ty.ID)

          // Construct the different vector types for each generic type.
          if (Ty.ID >= 5) {
            for (unsigned I = 0; I < QT.size(); I++) {
              // For scalars, size is 1.
              if (GenVectorSizes[I / GenTypeNumTypes] != 1) {
                QT[I] = Context.getExtVectorType(QT[I],
                                  GenVectorSizes[I / GenTypeNumTypes]);
              }
            }
          }

          // Set vector size for non-generic vector types.
          if (Ty.VectorWidth > 1) {
            for (unsigned Index = 0; Index < QT.size(); Index++) {
              QT[Index] = Context.getExtVectorType(QT[Index], Ty.VectorWidth);
            }
          }

          if (Ty.IsVolatile != 0) {
            for (unsigned Index = 0; Index < QT.size(); Index++) {
              QT[Index] = Context.getVolatileType(QT[Index]);
            }
          }

          if (Ty.IsConst != 0) {
            for (unsigned Index = 0; Index < QT.size(); Index++) {
              QT[Index] = Context.getConstType(QT[Index]);
            }
          }

          // Transform the type to a pointer as the last step, if necessary.
          // Builtin functions only have pointers on [const|volatile], no
          // [const|volatile] pointers, so this is ok to do it as a last step.
          if (Ty.IsPointer != 0) {
            for (unsigned Index = 0; Index < QT.size(); Index++) {
              QT[Index] = Context.getAddrSpaceQualType(QT[Index], Ty.AS);
              QT[Index] = Context.getPointerType(QT[Index]);
            }
          }

        } // OCL2Qual
    "##]],
    );
}
