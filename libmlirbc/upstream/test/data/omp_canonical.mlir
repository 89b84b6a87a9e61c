module {
  func.func @c1(%arg0: i32) {
    %canonloop = omp.new_cli
    omp.canonical_loop(%canonloop) %iv : i32 in range(%arg0) {
      omp.terminator
    }
    return
  }
  func.func @c2(%arg0: i32) {
    %canonloop_s0 = omp.new_cli
    %canonloop_s1 = omp.new_cli
    omp.canonical_loop(%canonloop_s0) %iv_s0 : i32 in range(%arg0) {
      omp.terminator
    }
    omp.canonical_loop(%canonloop_s1) %iv_s1 : i32 in range(%arg0) {
      omp.terminator
    }
    return
  }
  func.func @c3(%arg0: i32) {
    %canonloop = omp.new_cli
    %canonloop_d1 = omp.new_cli
    %canonloop_d2 = omp.new_cli
    omp.canonical_loop(%canonloop) %iv : i32 in range(%arg0) {
      omp.canonical_loop(%canonloop_d1) %iv_d1 : i32 in range(%arg0) {
        omp.canonical_loop(%canonloop_d2) %iv_d2 : i32 in range(%arg0) {
          omp.terminator
        }
        omp.terminator
      }
      omp.terminator
    }
    return
  }
  func.func @c4(%arg0: i32, %arg1: i1) {
    %canonloop_s0 = omp.new_cli
    %canonloop_s0_s0 = omp.new_cli
    %canonloop_s0_s1 = omp.new_cli
    %canonloop_s1_r0 = omp.new_cli
    omp.canonical_loop(%canonloop_s0) %iv_s0 : i32 in range(%arg0) {
      omp.canonical_loop(%canonloop_s0_s0) %iv_s0_s0 : i32 in range(%arg0) {
        omp.terminator
      }
      omp.canonical_loop(%canonloop_s0_s1) %iv_s0_s1 : i32 in range(%arg0) {
        omp.terminator
      }
      omp.terminator
    }
    scf.if %arg1 {
      omp.canonical_loop(%canonloop_s1_r0) %iv_s1_r0 : i32 in range(%arg0) {
        omp.terminator
      }
    } else {
      omp.canonical_loop %iv_s1_r1 : i32 in range(%arg0) {
        omp.terminator
      }
    }
    return
  }
  func.func @c5(%arg0: i32, %arg1: i1) {
    %canonloop_r0 = omp.new_cli
    %canonloop_r1 = omp.new_cli
    %canonloop_r1_r0 = omp.new_cli
    scf.if %arg1 {
      omp.canonical_loop(%canonloop_r0) %iv_r0 : i32 in range(%arg0) {
        omp.terminator
      }
    } else {
      omp.canonical_loop(%canonloop_r1) %iv_r1 : i32 in range(%arg0) {
        scf.if %arg1 {
          omp.canonical_loop(%canonloop_r1_r0) %iv_r1_r0 : i32 in range(%arg0) {
            omp.terminator
          }
        }
        omp.terminator
      }
    }
    return
  }
  func.func @c6(%arg0: i32, %arg1: i1) {
    %grid1 = omp.new_cli
    %grid2 = omp.new_cli
    %intratile1 = omp.new_cli
    %intratile2 = omp.new_cli
    %canonloop = omp.new_cli
    %canonloop_d1 = omp.new_cli
    %cli = omp.new_cli
    omp.canonical_loop(%canonloop) %iv : i32 in range(%arg0) {
      omp.canonical_loop(%canonloop_d1) %iv_d1 : i32 in range(%arg0) {
        omp.terminator
      }
      omp.terminator
    }
    omp.tile (%grid1, %grid2, %intratile1, %intratile2) <- (%canonloop, %canonloop_d1) sizes(%arg0, %arg0 : i32, i32)
    return
  }
  func.func @c7(%arg0: i32, %arg1: i1) {
    %canonloop_s0 = omp.new_cli
    %canonloop_s1_s0 = omp.new_cli
    cf.br ^bb1
  ^bb1:  // pred: ^bb0
    omp.canonical_loop(%canonloop_s0) %iv_s0 : i32 in range(%arg0) {
      omp.terminator
    }
    omp.parallel {
      omp.canonical_loop(%canonloop_s1_s0) %iv_s1_s0 : i32 in range(%arg0) {
        omp.terminator
      }
      omp.terminator
    }
    return
  }
  func.func @p1(%arg0: i32, %arg1: i1) {
    omp.parallel {
      omp.canonical_loop %iv_s0 : i32 in range(%arg0) {
        omp.terminator
      }
      omp.terminator
    }
    return
  }
  func.func @p2(%arg0: i32, %arg1: i1) {
    omp.parallel {
      omp.canonical_loop %iv_s0 : i32 in range(%arg0) {
        omp.canonical_loop %iv_d1 : i32 in range(%arg0) {
          omp.terminator
        }
        omp.terminator
      }
      omp.terminator
    }
    return
  }
  func.func @p3(%arg0: i32, %arg1: i1) {
    omp.canonical_loop %iv : i32 in range(%arg0) {
      omp.parallel {
        omp.canonical_loop %iv_d1 : i32 in range(%arg0) {
          omp.terminator
        }
        omp.terminator
      }
      omp.terminator
    }
    return
  }
  func.func @p4(%arg0: i32, %arg1: i1) {
    scf.if %arg1 {
      omp.canonical_loop %iv_r0_s0 : i32 in range(%arg0) {
        omp.terminator
      }
      omp.canonical_loop %iv_r0_s1 : i32 in range(%arg0) {
        omp.canonical_loop %iv_r0_s1_d1 : i32 in range(%arg0) {
          omp.canonical_loop %iv_r0_s1_d2 : i32 in range(%arg0) {
            omp.terminator
          }
          omp.terminator
        }
        omp.terminator
      }
    }
    return
  }
  func.func @p5(%arg0: i32, %arg1: i1) {
    omp.canonical_loop %iv : i32 in range(%arg0) {
      omp.canonical_loop %iv_s0 : i32 in range(%arg0) {
        omp.terminator
      }
      omp.canonical_loop %iv_s1 : i32 in range(%arg0) {
        omp.canonical_loop %iv_s1_d1 : i32 in range(%arg0) {
          omp.canonical_loop %iv_s1_d2 : i32 in range(%arg0) {
            omp.terminator
          }
          omp.terminator
        }
        omp.terminator
      }
      omp.terminator
    }
    return
  }
  func.func @p6(%arg0: i32, %arg1: i1) {
    omp.parallel {
      omp.parallel {
        omp.canonical_loop %iv_s0 : i32 in range(%arg0) {
          omp.terminator
        }
        omp.terminator
      }
      omp.terminator
    }
    return
  }
  func.func @p7(%arg0: i32, %arg1: i1) {
    scf.if %arg1 {
      omp.parallel {
        omp.canonical_loop %iv_r0_s0 : i32 in range(%arg0) {
          omp.terminator
        }
        omp.terminator
      }
    }
    return
  }
  func.func @p8(%arg0: i32, %arg1: i1) {
    omp.parallel {
      omp.canonical_loop %iv_s0 : i32 in range(%arg0) {
        omp.terminator
      }
      scf.if %arg1 {
        omp.canonical_loop %iv_s1_r0 : i32 in range(%arg0) {
          omp.terminator
        }
      }
      omp.terminator
    }
    return
  }
  llvm.func @p9(%arg0: i32, %arg1: i1) {
    omp.parallel {
      omp.canonical_loop %iv_s0 : i32 in range(%arg0) {
        omp.canonical_loop %iv_d1 : i32 in range(%arg0) {
          omp.parallel {
            omp.canonical_loop %iv_d2 : i32 in range(%arg0) {
              omp.terminator
            }
            omp.terminator
          }
          omp.terminator
        }
        omp.terminator
      }
      omp.terminator
    }
    llvm.return
  }
  func.func @linear(%arg0: i32, %arg1: !llvm.ptr, %arg2: !llvm.ptr) {
    omp.simd linear(%arg1 = %arg0 : !llvm.ptr, %arg2 = %arg0 : !llvm.ptr) {
      omp.loop_nest (%arg3) : i32 = (%arg0) to (%arg0) step (%arg0) {
        omp.yield
      }
    } {linear_var_types = [i32, i32]}
    omp.wsloop linear(%arg1 = %arg0 : !llvm.ptr) {
      omp.loop_nest (%arg3) : i32 = (%arg0) to (%arg0) step (%arg0) {
        omp.yield
      }
    } {linear_var_types = [i32]}
    return
  }
}
